import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import type { StatementActs } from './statement-acts.store.ts'

/** Asks before the money of a statement goes. */
export function UndoDialog({ acts }: { acts: StatementActs }) {
  const id = useStore(acts.$asked)?.id
  const { state } = useStore(acts.undoing.$submission)
  if (id === undefined) return null
  return (
    <ConfirmDialog
      title={`Undo statement ${id}?`}
      action="Undo the statement"
      back="Keep the statement"
      isBusy={state === 'sending'}
      problem={
        state === 'failed' ? 'It could not be undone. Please press the button again.' : undefined
      }
      onConfirm={() => void acts.undo()}
      onClose={() => acts.askToUndo(undefined)}
    >
      <p>
        Its money goes, and its parcels become what they were before, where nothing newer happened
        to them. The file can be applied again.
      </p>
    </ConfirmDialog>
  )
}
