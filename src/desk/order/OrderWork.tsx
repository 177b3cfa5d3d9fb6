import type { DispatchFormStore } from '#admin/order-page/dispatch-form.store.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import type { Chats } from '#desk/reach/messages/chats.store.ts'
import { JoinOrders } from '#desk/reach/run/JoinOrders.tsx'
import { isErased } from '#order/order.ts'
import { Doubts } from './Doubts.tsx'
import { HelpRequest } from './HelpRequest.tsx'
import { NextStep } from './NextStep.tsx'

interface OrderWorkProps {
  found: OrderWithHistory
  dispatch: DispatchFormStore
  chats: Chats
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What is next for an order, and what is worth a look before it. */
export function OrderWork({ found, dispatch, chats, onChange }: OrderWorkProps) {
  const { order } = found
  const help = <HelpRequest order={order} onChange={onChange} />
  if (isErased(order)) return help
  return (
    <>
      <NextStep found={found} chats={chats} dispatch={dispatch} onChange={onChange} />
      {help}
      <Doubts found={found} onChange={onChange} />
      <JoinOrders found={found} onChange={onChange} />
    </>
  )
}
