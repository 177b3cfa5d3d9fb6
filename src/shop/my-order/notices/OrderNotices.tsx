import { tokenOf } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { FoldedForm } from '../forms/FoldedForm.tsx'

/** Asks for notices of an order on this device: for the holder, until the order is final. */
export function OrderNotices({ order }: { order: Order }) {
  const { isFinal, isOnItsWay } = statusDefinition(order.status)
  if (isFinal || tokenOf(order.id) === undefined) return null
  return (
    <FoldedForm
      orderId={order.id}
      title={isOnItsWay ? 'Tell me when it arrives' : 'Tell me when it’s sent'}
    >
      {({ NoticesForm }) => <NoticesForm orderId={order.id} />}
    </FoldedForm>
  )
}
