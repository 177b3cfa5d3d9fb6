import { useState } from 'react'
import { HOLD_REASONS, type HoldReason, type NewAttempt } from '#admin/order/confirmation.ts'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Field } from '#kit/form/Field.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import { readTypedHold, saveTypedHold, type TypedHold } from './typed-hold.ts'

interface HoldDialogProps {
  id: string
  onClose: () => void
  onHold: (hold: Pick<NewAttempt, 'reason' | 'text'>) => void
}

const REASONS = optionsOf({ '': 'Choose a reason', ...HOLD_REASONS })

/** Asks why an order is held. */
export function HoldDialog({ id, onClose, onHold }: HoldDialogProps) {
  const [typed, setTyped] = useState<TypedHold>(() => readTypedHold(id) ?? { reason: '', text: '' })
  const [isChecked, setIsChecked] = useState(false)
  const { reason, text } = typed

  function type(change: Partial<TypedHold>): void {
    const now = { ...typed, ...change }
    setTyped(now)
    saveTypedHold(id, now)
  }

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
        saveTypedHold(id, undefined)
        onClose()
      }}
      onConfirm={hold}
    >
      <p>It leaves the queue and the sheets until you resume it.</p>
      <Select<HoldReason | ''>
        label="Reason"
        name={`holdReason-${id}`}
        value={reason}
        options={REASONS}
        error={isChecked && !reason ? 'Please choose a reason' : undefined}
        onChange={(chosen) => type({ reason: chosen })}
      />
      <Field
        label="Note"
        name={`holdText-${id}`}
        maxLength={300}
        value={text}
        onChange={(event) => type({ text: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
