import { useStore } from '@nanostores/react'
import { NOTED_ACTS, newAttempt } from '#admin/order/confirmation.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import type { DoneRows } from '#desk/acts/done-rows.store.ts'
import { useRowAct } from '#desk/acts/useRowAct.ts'
import { RowDone } from '#desk/lists/RowDone.tsx'
import { Button } from '#kit/form/Button.tsx'
import { takesReply } from './next-step.ts'

interface ReplyProps {
  order: OrderSummary
  replies: DoneRows<'yes'>
}

/** "Yes" of a customer who replied in the chat; then what was saved, and Undo (docs/desk-rules.md, rule 21.71). */
export function Reply({ order: { id, stage }, replies }: ReplyProps) {
  const isSaved = useStore(replies.$done).has(id)
  const { isBusy, press } = useRowAct('Error saving a reply')
  if (isSaved)
    return (
      <RowDone done="Confirmed" about={id} isBusy={isBusy} onUndo={() => void replies.undo(id)} />
    )
  if (!takesReply(stage)) return null
  return (
    <Button
      className="px-3!"
      isBusy={isBusy}
      about={`of ${id}`}
      onClick={() =>
        press('attempt', { ...newAttempt(id, 'yes') }, (result) => replies.note(id, 'yes', result))
      }
    >
      {NOTED_ACTS.yes}
    </Button>
  )
}
