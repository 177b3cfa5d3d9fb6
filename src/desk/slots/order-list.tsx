import type { ListAdditions, ListParts } from '#admin/orders/list/desk-slot.ts'
import { StageFilters } from '#desk/filters/StageFilters.tsx'
import { takesReply } from '#desk/selection/next-step.ts'
import { Reply } from '#desk/selection/Reply.tsx'
import { SelectionBar } from '#desk/selection/SelectionBar.tsx'
import { createSelectedOrders } from '#desk/selection/selected-orders.store.ts'
import { SendDialog } from '#desk/send/SendDialog.tsx'

/** Filters, ticks, and what is done with the ticked orders. */
export default function createListAdditions(parts: ListParts): ListAdditions {
  const store = createSelectedOrders(parts)
  const { selection, replies, send, start } = store
  return {
    filters: <StageFilters parts={parts} />,
    ticks: selection,
    replyOf: (stage) =>
      takesReply(stage) ? (order) => <Reply order={order} replies={replies} /> : undefined,
    applyChange: selection.applyChange,
    bar: (
      <>
        <SelectionBar store={store} />
        <SendDialog send={send} />
      </>
    ),
    start,
  }
}
