import { useState } from 'react'
import { HOLD_REASONS, type HoldReason } from '#admin/order/confirmation.ts'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'

const REASONS = Object.entries(HOLD_REASONS).map(([value, label]) => ({
  value: value as HoldReason,
  label,
}))

interface HoldDialogProps {
  id: string
  onClose: () => void
  onHold: (reason: HoldReason, text: string) => void
}

/** Asks why an order is held. */
export function HoldDialog({ id, onClose, onHold }: HoldDialogProps) {
  const [reason, setReason] = useState<HoldReason>('address')
  const [text, setText] = useState('')
  return (
    <ConfirmDialog
      title={`Hold order ${id}?`}
      action="Hold"
      onClose={onClose}
      onConfirm={() => onHold(reason, text)}
    >
      <p>It leaves the queue and the sheets until you resume it.</p>
      <Select label="Reason" value={reason} options={REASONS} onChange={setReason} />
      <Field
        label="Note"
        name="holdText"
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
