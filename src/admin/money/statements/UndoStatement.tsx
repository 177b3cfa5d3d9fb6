import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import type { StatementActs } from './statement-acts.store.ts'

interface UndoStatementProps {
  id: number
  acts: StatementActs
  onClose: () => void
  onUndone?: () => void
}

/** Asks before the money of a statement goes. */
export function UndoStatement({ id, acts, onClose, onUndone }: UndoStatementProps) {
  const { state } = useStore(acts.undoing.$submission)
  return (
    <ConfirmDialog
      title={`Undo statement ${id}?`}
      action="Undo the statement"
      back="Keep the statement"
      isBusy={state === 'sending'}
      problem={
        state === 'failed' ? 'It could not be undone. Please press the button again.' : undefined
      }
      onConfirm={async () => {
        if (!(await acts.undo(id))) return
        onClose()
        onUndone?.()
      }}
      onClose={() => {
        acts.undoing.clear()
        onClose()
      }}
    >
      <p>
        Its money goes, and its parcels become what they were before, where nothing newer happened
        to them. The file can be applied again.
      </p>
    </ConfirmDialog>
  )
}
