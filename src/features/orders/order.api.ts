/* The requests of the shop about orders. Every function may throw a ShopError. */

import '#shared/missing-apis.ts'
import { PostgrestClient } from '@supabase/postgrest-js'
import { backendUrl, publicHeaders, REQUEST_TIMEOUT_MS } from '#api/backend.ts'
import type { Database } from '#api/database.types.ts'
import { isRecord } from '#shared/json.ts'
import { fromMinor } from '#shared/money.ts'
import { hasCode, isFinalStatus, ShopError } from '#shared/shop-error.ts'
import type { ShippingAddress } from './address.ts'
import type { Extras } from './extras.ts'
import { type Order, type OrderItem, PAYMENT_METHOD } from './order.ts'
import { parseOrder } from './order-json.ts'
import type { OrderKey } from './order-key.ts'

/** PostgREST's client alone: supabase-js weighs ten times as much, and customers never sign in. */
const client = new PostgrestClient<Database>(new URL('rest/v1', backendUrl).href, {
  headers: publicHeaders,
})

export interface OrderRequest {
  items: Pick<OrderItem, 'id' | 'size' | 'quantity' | 'price'>[]
  /** Minor units, like the items' prices: what the customer saw. The backend refuses any other sum. */
  total: number
  shippingAddress: ShippingAddress
  extras?: Extras
}

/** Places the order, or returns the one that the same key placed before. */
export async function placeOrder(key: OrderKey, request: OrderRequest): Promise<Order> {
  const p = {
    ...key,
    items: request.items.map((item) => ({ ...item, price: fromMinor(item.price) })),
    total: fromMinor(request.total),
    shippingAddress: request.shippingAddress,
    ...(request.extras && { extras: { ...request.extras } }),
    paymentMethod: PAYMENT_METHOD,
  }
  return orderFrom(key.id, client.rpc('place_order', { p }))
}

/** The order, or undefined where no order has this id. In full with the device's token, else masked. */
export async function fetchOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(orderFrom(id, client.rpc('get_order', toArguments(id, token))))
}

/** Like `fetchOrder`, and starts the 15 seconds of a new order (docs/product.md, rule 7.8). */
export async function trackOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(orderFrom(id, client.rpc('track_order', toArguments(id, token))))
}

type Call = ReturnType<typeof client.rpc<'place_order'>>

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

/**
 * The order of this id in the response, or the backend's refusal. Any other response leaves the outcome
 * unknown: networks and attackers put pages of their own in its place.
 */
async function orderFrom(id: string, call: Call): Promise<Order> {
  const { data, error, status } = await call.abortSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS))
  const body: unknown = data ?? error
  if (isRecord(body)) {
    const order = body['ok'] === true ? parseOrder(body['order']) : undefined
    if (order?.id === id) return order
    if (body['ok'] === false && typeof body['code'] === 'string') throw refusal(body)
  }
  // A gateway may limit calls as well; a retry would only make it worse.
  if (status === 429) throw new ShopError('rate_limited', { cause: body })
  throw new ShopError(isFinalStatus(status) ? 'refused' : 'unreachable', { cause: body })
}

function refusal({ code, field }: Record<string, unknown>): ShopError {
  return new ShopError(String(code), { field: typeof field === 'string' ? field : undefined })
}
