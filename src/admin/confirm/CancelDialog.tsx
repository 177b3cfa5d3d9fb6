import { useState } from 'react'
import { END_REASON_OPTIONS } from '#admin/dispatch/EndFields.tsx'
import type { EndReason } from '#admin/order/confirmation.ts'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Select } from '#kit/form/Select.tsx'

interface CancelDialogProps {
  id: string
  onClose: () => void
  onCancel: (reason: EndReason | undefined) => void
}

/** Asks why an order is cancelled. */
export function CancelDialog({ id, onClose, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState<EndReason | ''>('')
  return (
    <ConfirmDialog
      title={`Cancel order ${id}?`}
      action="Cancel order"
      back="Keep it"
      onClose={onClose}
      onConfirm={() => onCancel(reason || undefined)}
    >
      <p>It is not sent. Its page can open it again.</p>
      <Select label="Reason" value={reason} options={END_REASON_OPTIONS} onChange={setReason} />
    </ConfirmDialog>
  )
}
