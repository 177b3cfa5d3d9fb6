import { tokenOf } from '#order/device/order-key.ts'
import { isExpected, isReturningOrLost, type Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { FoldedForm } from '#shop/my-order/forms/FoldedForm.tsx'
import { watched } from './watched.ts'

/** Offers the holder notices of an order on this device, while its parcel is to come. */
export function OrderNotices({ order }: { order: Order }) {
  // Its device is told if a parcel that comes back or is lost arrives after all.
  const endsHere = isReturningOrLost(order) && watched().includes(order.id)
  if (!(isExpected(order) || endsHere) || tokenOf(order.id) === undefined) return null
  return (
    <FoldedForm orderId={order.id} title={endsHere ? 'Tell me no more' : titleOf(order)}>
      {({ NoticesForm }) => <NoticesForm order={order} />}
    </FoldedForm>
  )
}

function titleOf({ status }: Order): string {
  return statusDefinition(status).isOnItsWay ? 'Tell me when it arrives' : 'Tell me when it’s sent'
}
