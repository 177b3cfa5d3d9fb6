import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { HOLD_REASONS, type HoldReason, type NewAttempt } from '#admin/order/confirmation.ts'
import { Field } from '#kit/form/Field.tsx'
import { forgetTypedHold, typedHold } from './typed-hold.ts'

interface HoldDialogProps {
  id: string
  onClose: () => void
  onHold: (hold: Pick<NewAttempt, 'reason' | 'text'>) => void
}

const REASONS = optionsOf({ '': 'Choose a reason', ...HOLD_REASONS })

/** Asks why an order is held. */
export function HoldDialog({ id, onClose, onHold }: HoldDialogProps) {
  const [$typed] = useState(() => typedHold(id))
  const [isChecked, setIsChecked] = useState(false)
  const typed = useStore($typed)
  const { reason, text } = typed

  function hold(): void {
    setIsChecked(true)
    if (reason) onHold({ reason, ...(text.trim() && { text }) })
  }

  return (
    <ConfirmDialog
      title={`Hold order ${id}?`}
      action="Hold"
      back="Back"
      onClose={() => {
        forgetTypedHold(id)
        onClose()
      }}
      onConfirm={hold}
    >
      <p>It waits, and no courier gets it, until you press Resume.</p>
      <Select<HoldReason | ''>
        label="Reason"
        name={`holdReason-${id}`}
        value={reason}
        options={REASONS}
        error={isChecked && !reason ? 'Please choose a reason' : undefined}
        onChange={(chosen) => $typed.set({ ...typed, reason: chosen })}
      />
      <Field
        label="Note"
        name={`holdText-${id}`}
        maxLength={300}
        value={text}
        onChange={(event) => $typed.set({ ...typed, text: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
