import type { ListAdditions, ListParts } from '#admin/orders/list/desk-slot.ts'
import { SelectionBar } from '#desk/selection/SelectionBar.tsx'
import { createSelectedOrders } from '#desk/selection/selected-orders.store.ts'
import { SendDialog } from '#desk/send/SendDialog.tsx'

/** Ticks, and what is done with the ticked orders. */
export default function createListAdditions(parts: ListParts): ListAdditions {
  const store = createSelectedOrders(parts)
  const { selection, send, start } = store
  return {
    ticks: selection,
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
