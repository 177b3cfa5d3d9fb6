/* Requests of an order’s page. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest, adminRpc } from '#admin/auth/admin-request.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import { withAddressMarks } from '#admin/orders/marks/marks.ts'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import type { Order } from '#order/order.ts'
import type { OrderWithHistory } from './order-with-history.ts'

/** The order, or undefined where no order has this id. */
export async function fetchOrderWithHistory(id: string): Promise<OrderWithHistory | undefined> {
  const response = await adminRequest<OrderResponse | null>(
    adminClient.rpc('admin_order', { p_id: id }),
  )
  if (!response) return undefined
  const { couriers, ...found } = response
  $couriers.set(couriers)
  const order = toOrder(found.order)
  const marks = withAddressMarks(found.marks, order.status, order.shippingAddress)
  return { ...found, order, marks }
}

/** Notes that the admin has this version on screen: what its customer did before is no news any more. */
export async function seeOrder({ id, version }: Pick<Order, 'id' | 'version'>): Promise<void> {
  await adminRpc('admin_see_order', { id, version })
}

interface OrderResponse extends Omit<OrderWithHistory, 'order'> {
  order: unknown
  couriers: Courier[]
}
