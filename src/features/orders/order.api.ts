/* What the shop asks the store about orders. Everything here may throw a ShopError. */

import '#shared/missing-apis.ts'
import { isFinalStatus } from '#api/final-status.ts'
import { shopClient } from '#api/shop-client.ts'
import { fromMinor } from '#shared/money.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import type { ShippingAddress } from './address.ts'
import { type Order, type OrderItem, PAYMENT_METHOD } from './order.ts'
import type { OrderKey } from './order-key.ts'
import { type StoredOrder, toOrder } from './stored-order.ts'

/** Milliseconds until an answer counts as lost (decisions.md, "Checkout"). */
const TIME_OUT = 10_000

export interface OrderRequest {
  items: Pick<OrderItem, 'id' | 'size' | 'quantity' | 'price'>[]
  /** Minor units, like the items' prices: what the customer saw. The store refuses any other sum. */
  total: number
  shippingAddress: ShippingAddress
}

/** Places the order, or answers with the one that the same key placed before. */
export async function placeOrder(key: OrderKey, request: OrderRequest): Promise<Order> {
  const p = {
    ...key,
    items: request.items.map((item) => ({ ...item, price: fromMinor(item.price) })),
    total: fromMinor(request.total),
    shippingAddress: request.shippingAddress,
    paymentMethod: PAYMENT_METHOD,
  }
  return answer(key.id, shopClient.rpc('place_order', { p }))
}

/** The order, or nothing where no order has this id. In full with the device's token, else masked. */
export async function fetchOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(answer(id, shopClient.rpc('get_order', toArguments(id, token))))
}

/** Like `fetchOrder`, and tells the store that somebody is following the order (spec.md, section 4). */
export async function trackOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(answer(id, shopClient.rpc('track_order', toArguments(id, token))))
}

type Call = ReturnType<typeof shopClient.rpc<'place_order'>>

function toArguments(id: string, token: string | undefined) {
  return token === undefined ? { p_id: id } : { p_id: id, p_token: token }
}

async function ifFound(answered: Promise<Order>): Promise<Order | undefined> {
  try {
    return await answered
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined
    throw error
  }
}

/**
 * The store's own word on the order of this id, whether yes or no. Whatever is not clearly one leaves
 * the outcome unknown: networks put pages of their own, and attackers' answers, in its place.
 */
async function answer(id: string, call: Call): Promise<Order> {
  const { data, error, status } = await call.abortSignal(AbortSignal.timeout(TIME_OUT))
  const reply: unknown = data ?? error
  if (isRecord(reply)) {
    if (reply['ok'] === true && isOrderOf(id, reply['order'])) return toOrder(reply['order'])
    if (reply['ok'] === false && typeof reply['code'] === 'string') throw refusal(reply)
  }
  // A gateway may limit calls as well; asking again at once would only make it worse.
  if (status === 429) throw new ShopError('rate_limited', { cause: error ?? data })
  const code = isFinalStatus(status) ? 'refused' : 'unreachable'
  throw new ShopError(code, { cause: error ?? data })
}

function isOrderOf(id: string, value: unknown): value is StoredOrder {
  return isRecord(value) && value['id'] === id && Array.isArray(value['items'])
}

function refusal(reply: Record<string, unknown>): ShopError {
  const field = reply['field']
  return new ShopError(String(reply['code']), {
    field: typeof field === 'string' ? field : undefined,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
