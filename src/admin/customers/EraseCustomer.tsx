import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { WhoseData } from './customers.api.ts'
import { createErasing, type ErasingStore } from './erasing.store.ts'

interface EraseCustomerProps {
  fullName: string
  whose: WhoseData
  /** Called when the data is gone, to reload what is on screen. */
  onErased: () => void
}

/** The button, and the dialog that it opens. */
export function EraseCustomer({ fullName, whose, onErased }: EraseCustomerProps) {
  const [erasing] = useState(() => createErasing({ whose, onErased }))
  const { state } = useStore(erasing.$erasing)
  return (
    <>
      {/* In a card its text lines up with the other texts, and has room for one line. */}
      <Button variant="quiet" onClick={erasing.open} className="max-md:px-0!">
        <span>
          Erase personal data<span className="sr-only"> of {fullName}</span>
        </span>
      </Button>
      {state !== 'closed' && <EraseDialog fullName={fullName} erasing={erasing} />}
    </>
  )
}

interface EraseDialogProps {
  fullName: string
  erasing: ErasingStore
}

/** A modal dialog, so Esc closes it and the focus returns to the button that opened it. */
function EraseDialog({ fullName, erasing }: EraseDialogProps) {
  const view = useStore(erasing.$erasing)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={erasing.close}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-lg border border-line bg-paper p-6 text-start text-ink backdrop:bg-backdrop"
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-h3">
          Erase personal data?
        </h2>
        <p className="font-medium">
          <UntrustedText>{fullName}</UntrustedText>
        </p>
        <p>
          In all orders of this customer, name, address, phone and tracking numbers are erased.
          Messages that hold this phone number are deleted. The customer’s own device no longer
          opens these orders.
        </p>
        <p>Items, sums, dates and the changes of status stay, so every total stays the same.</p>
        <p className="font-medium">This cannot be undone.</p>
        <p role="alert" className="text-danger empty:hidden">
          {view.state === 'open' && view.problem}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={view.state === 'erasing'}
            onClick={() => void erasing.erase()}
          >
            Erase for good
          </Button>
        </div>
      </div>
    </dialog>
  )
}
