import { tokenOf } from '#order/device/order-key.ts'
import { isExpected, type Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { FoldedForm } from '../forms/FoldedForm.tsx'

/** Offers the holder notices of an order on this device, while its parcel is to come. */
export function OrderNotices({ order }: { order: Order }) {
  if (!isExpected(order) || tokenOf(order.id) === undefined) return null
  return (
    <FoldedForm
      orderId={order.id}
      title={
        statusDefinition(order.status).isOnItsWay
          ? 'Tell me when it arrives'
          : 'Tell me when it’s sent'
      }
    >
      {({ NoticesForm }) => <NoticesForm orderId={order.id} />}
    </FoldedForm>
  )
}
