/* The request that places an order. */
import { rpc } from '#api/rpc.ts'
import { fromMinor } from '#kit/money.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { splitAddress } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import { type Order, PAYMENT_METHOD } from '#order/order.ts'
import { fetchOrder } from './order.api.ts'
import type { OrderRequest } from './order-request.ts'
import { resultFrom } from './order-response.ts'

/**
 * Places the order, or returns the one that the same key placed before. Where the admin entered it under
 * another number, that order has another id (docs/product.md, rule 5.18).
 */
export async function placeOrder(key: OrderKey, request: OrderRequest): Promise<Order> {
  const { shippingAddress, extras } = splitAddress(request.shippingAddress)
  const p = {
    ...key,
    items: request.items.map((item) => ({ ...item, price: fromMinor(item.price) })),
    total: fromMinor(request.total),
    shippingAddress,
    // Without any, an earlier version of the page sent none: a retry of its attempt is the same request.
    ...(Object.keys(extras).length > 0 && { extras }),
    ...(request.orderOfPhone && { earlier: { ...request.orderOfPhone } }),
    paymentMethod: PAYMENT_METHOD,
  }
  const { order, code, isReplay } = await resultFrom(rpc('place_order', { p }))
  if (code !== undefined) throw new ShopError(code)
  if (order.id === key.id) return order
  // Another id is believed only where the token opens that order. A lookup that is refused refuses no order.
  const entered = isReplay
    ? await fetchOrder(order.id, key.token).catch(() => undefined)
    : undefined
  if (!entered || !isForHolder(entered)) throw new ShopError('unreachable', { cause: order.id })
  return entered
}

/**
 * Whether the token that the order was requested with is the order's. Of a booked order nobody may change
 * anything, so there it is not known, and taken for granted.
 */
export function isForHolder({ masked, mayChange, booked }: Order): boolean {
  return !masked && (mayChange || booked)
}
