import { useStore } from '@nanostores/react'
import { ATTEMPT_NAMES } from '#admin/order/confirmation.ts'
import { Button } from '#kit/form/Button.tsx'
import type { RunStore } from './run.store.ts'
import type { Pressed } from './send-pressed.ts'

/** Takes back what was pressed last in the run, and shows its order again. */
export function UndoPress({ store }: { store: RunStore }) {
  const last = useStore(store.$done).at(-1)
  const isSending = useStore(store.$submission).state === 'sending'
  if (!last) return null
  return (
    <Button variant="quiet" isBusy={isSending} onClick={() => void store.undo()}>
      <span>
        Undo {nameOf(last.pressed)}
        <span className="sr-only"> of {last.id}</span>
      </span>
    </Button>
  )
}

function nameOf(pressed: Pressed): string {
  if ('message' in pressed) return 'WhatsApp'
  return 'act' in pressed ? ATTEMPT_NAMES[pressed.act] : 'Cancel'
}
