import { tokenOf } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { FoldedForm } from '../forms/FoldedForm.tsx'

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

/** Whether the viewer has the number and the phone of an open order, but not its device. */
export function changesByMessage({ id, masked, status }: Order): boolean {
  return !masked && !statusDefinition(status).isFinal && tokenOf(id) === undefined
}
