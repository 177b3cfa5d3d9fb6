/* Reading orders. Every function may throw a ShopError. */
import { rpc } from '#api/rpc.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { orderFrom } from './order-response.ts'

/** The order, or undefined where no order has this id. In full with the device's token, else masked. */
export async function fetchOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(orderFrom(id, rpc('get_order', toArguments(id, token))))
}

/** Like `fetchOrder`, and starts the 15 seconds of a new order (docs/product.md, rule 7.8). */
export async function trackOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(orderFrom(id, rpc('track_order', toArguments(id, token))))
}

/** The order of a normalized id and a phone, without the right to change it; undefined for any other pair. */
export async function findOrder(id: string, phone: string): Promise<Order | undefined> {
  if (!isOrderId(id)) return undefined
  return ifFound(orderFrom(id, rpc('find_order', { p: { id, phone } })))
}

function toArguments(id: string, token: string | undefined) {
  return token === undefined ? { p_id: id } : { p_id: id, p_token: token }
}

async function ifFound(order: Promise<Order>): Promise<Order | undefined> {
  try {
    return await order
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined
    throw error
  }
}
