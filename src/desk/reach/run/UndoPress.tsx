import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import type { RunStore } from './run.store.ts'

/** Takes back what was pressed last in the run, and shows its order again. */
export function UndoPress({ store }: { store: RunStore }) {
  const last = useStore(store.$done).at(-1)
  const isSending = useStore(store.$submission).state === 'sending'
  if (!last) return null
  const { about, rows } = last
  return (
    <Button variant="quiet" isBusy={isSending} onClick={() => void store.undo()}>
      <span>
        Undo {about.name}
        {rows.length > 1 ? (
          ` of ${rows.length} orders`
        ) : (
          <span className="sr-only"> of {about.id}</span>
        )}
      </span>
    </Button>
  )
}
