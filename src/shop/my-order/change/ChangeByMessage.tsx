import { tokenOf } from '#order/device/order-key.ts'
import { isExpected, type Order } from '#order/order.ts'
import { FoldedForm } from '#shop/my-order/forms/FoldedForm.tsx'

/**
 * How whoever has the number and the phone of an order, but not its device, has it changed: only the device itself
 * has the right (docs/product.md, rules 6.17 and 7.56).
 */
export function ChangeByMessage({ order }: { order: Order }) {
  const { id, booked } = order
  if (!changesByMessage(order)) return null
  return (
    <FoldedForm orderId={id} title={booked ? 'Correct the Address' : 'Change or Cancel the Order'}>
      {({ MessageForm }) => <MessageForm order={order} />}
    </FoldedForm>
  )
}

/** Whether the viewer has the number and the phone of an order that is to come, but neither its device nor a code. */
export function changesByMessage(order: Order): boolean {
  const { id, masked, mayChange } = order
  return !masked && !mayChange && tokenOf(id) === undefined && isExpected(order)
}
