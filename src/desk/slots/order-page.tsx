import type { OrderAdditions, OrderPageParts } from '#admin/order-page/desk-slot.ts'
import { OrderWork } from '#desk/order/OrderWork.tsx'
import { Parcels } from '#desk/order/Parcels.tsx'
import { createChats } from '#desk/reach/messages/chats.store.ts'

/** The next step of an order, and its parcels. */
export default function createOrderAdditions(parts: OrderPageParts): OrderAdditions {
  const { dispatch, load, showTold } = parts
  const chats = createChats({
    onTold(_, told) {
      if (told) showTold(told)
      // An order that was asked to confirm waits for the reply.
      void load()
    },
  })
  return {
    next: (found) => <OrderWork found={found} dispatch={dispatch} chats={chats} onChange={load} />,
    parcels: (found) => <Parcels found={found} onChange={load} />,
    start: chats.start,
  }
}
