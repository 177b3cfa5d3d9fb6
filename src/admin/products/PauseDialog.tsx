import { useState } from 'react'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Field } from '#kit/form/Field.tsx'

export interface PauseProblems {
  reason?: string
  until?: string
}

interface PauseDialogProps {
  name: string
  problems: PauseProblems
  isBusy: boolean
  onClose: () => void
  onPause: (reason: string, until: string) => void
}

/** Asks why something is not sold for a while, and until when. */
export function PauseDialog({ name, problems, isBusy, onClose, onPause }: PauseDialogProps) {
  const [reason, setReason] = useState('Sold out')
  const [until, setUntil] = useState('')
  return (
    <ConfirmDialog
      title={`Pause ${name}?`}
      action="Pause"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onPause(reason, until)}
    >
      <p>Customers read the reason and cannot order it. Saved orders stay as they are.</p>
      <Field
        label="Reason"
        name="pauseReason"
        maxLength={100}
        hint="Such as: back after Eid"
        value={reason}
        error={problems.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Field
        label="On sale again on"
        name="pauseUntil"
        type="date"
        hint="Empty until you resume it"
        value={until}
        error={problems.until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
