import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { type Pause, WHOLE_SHOP } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import type { PausablePart, PausesStore } from './pauses.store.ts'

interface PartProps {
  part: PausablePart
  pauses: readonly Pause[]
}

function pauseOfPart({ part, pauses }: PartProps): Pause | undefined {
  return pauses.find(({ id, size }) => id === part.id && size === part.size)
}

/** Stops selling a part, after a question, or sells it again. */
export function PauseButton({ store, ...props }: PartProps & { store: PausesStore }) {
  const { part } = props
  const isBusy = useStore(store.$submission).state === 'sending'
  const [isAsking, setIsAsking] = useState(false)
  const verb = pauseOfPart(props) ? 'Resume' : 'Pause'
  const ask = () => {
    store.clear()
    setIsAsking(true)
  }
  return (
    <>
      <Button
        aria-label={`${verb} ${part.name}`}
        isBusy={isBusy}
        className="px-3!"
        onClick={() => (verb === 'Resume' ? void store.resume(part) : ask())}
      >
        {verb}
      </Button>
      {isAsking && <PauseDialog part={part} store={store} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface PauseDialogProps {
  part: PausablePart
  store: PausesStore
  onClose: () => void
}

/** Asks why something is not sold for a while, and until when. */
function PauseDialog({ part, store, onClose }: PauseDialogProps) {
  const { id, size, name } = part
  const submission = useStore(store.$submission)
  const problems = (submission.state === 'refused' && submission.problems) || {}
  const [reason, setReason] = useState('Sold out')
  const [until, setUntil] = useState('')
  // What is filled in again after a login is that of the same part.
  const key = encodeURIComponent(`${id} ${size}`)
  return (
    <ConfirmDialog
      title={`Pause ${id === WHOLE_SHOP.id ? 'the whole shop' : name}?`}
      action="Pause"
      isBusy={submission.state === 'sending'}
      onClose={onClose}
      onConfirm={() =>
        void store
          .pause({ id, size, reason, until: until || null })
          .then((isSaved) => isSaved && onClose())
      }
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

/** Why a part is not sold, and until when. */
export function PauseNote(props: PartProps) {
  const current = pauseOfPart(props)
  return current && <p className="text-danger">{pauseSentence(current)}</p>
}
