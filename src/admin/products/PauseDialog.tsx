import { useState } from 'react'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Field } from '#kit/form/Field.tsx'
import { type Pause, WHOLE_SHOP } from '#product/pauses.ts'
import type { PausablePart, PauseProblems } from './pauses.store.ts'

interface PauseDialogProps {
  part: PausablePart
  problems: PauseProblems
  isBusy: boolean
  onClose: () => void
  onPause: (pause: Pause) => void
}

/** Asks why something is not sold for a while, and until when. */
export function PauseDialog({ part, problems, isBusy, onClose, onPause }: PauseDialogProps) {
  const { id, size, name } = part
  const [reason, setReason] = useState('Sold out')
  const [until, setUntil] = useState('')
  // What is filled in again after a login is that of the same part.
  const key = encodeURIComponent(`${id} ${size}`)
  return (
    <ConfirmDialog
      title={`Pause ${id === WHOLE_SHOP.id ? 'the whole shop' : name}?`}
      action="Pause"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onPause({ id, size, reason, until: until || null })}
    >
      <p>Customers read the reason and cannot order it. Saved orders stay as they are.</p>
      <Field
        label="Reason"
        name={`pauseReason-${key}`}
        maxLength={100}
        hint="Such as: back after Eid"
        value={reason}
        error={problems.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Field
        label="On sale again on"
        name={`pauseUntil-${key}`}
        type="date"
        hint="Empty until you resume it"
        value={until}
        error={problems.until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
