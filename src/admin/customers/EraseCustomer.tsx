import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { Button } from '#kit/form/Button.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import type { WhoseData } from './customers.api.ts'
import { createErasing, type ErasingStore, NO_RESPONSE } from './erasing.store.ts'

interface EraseCustomerProps {
  fullName: string
  whose: WhoseData
  /** Called when the data is gone, to reload what is on screen. */
  onErased: () => void
}

/** The button, and the dialog that it opens. */
export function EraseCustomer({ fullName, whose, onErased }: EraseCustomerProps) {
  const [erasing] = useState(() => createErasing({ whose, onErased }))
  const [isOpen, setIsOpen] = useState(false)

  function open(): void {
    erasing.clear()
    setIsOpen(true)
  }

  return (
    <>
      {/* In a row its text lines up with the other texts, and has room for one line. */}
      <Button variant="quiet" onClick={open} className="max-lg:px-0!" about={`of ${fullName}`}>
        Erase personal data
      </Button>
      {isOpen && (
        <EraseDialog fullName={fullName} erasing={erasing} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface EraseDialogProps {
  fullName: string
  erasing: ErasingStore
  onClose: () => void
}

function EraseDialog({ fullName, erasing, onClose }: EraseDialogProps) {
  const submission = useStore(erasing.$submission)
  return (
    <ConfirmDialog
      title="Erase personal data?"
      action="Erase for good"
      isBusy={submission.state === 'sending'}
      problem={submissionProblem(submission, () => NO_RESPONSE)}
      onConfirm={() => void erasing.erase().then((isErased) => isErased && onClose())}
      onClose={onClose}
    >
      <p className="font-medium">
        <UntrustedText>{fullName}</UntrustedText>
      </p>
      <p>
        In all orders of this customer, name, address, phone and tracking numbers are erased.
        Messages that hold this phone number are deleted. The customer’s own device no longer opens
        these orders.
      </p>
      <p>Items, sums, dates and the changes of status stay, so every total stays the same.</p>
      <p className="font-medium">This cannot be undone.</p>
    </ConfirmDialog>
  )
}
