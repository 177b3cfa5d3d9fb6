/* The requests of the shop about orders. Every function may throw a ShopError. */

import { readRefusal } from '#api/refusal.ts'
import { type RpcResponse, rpc } from '#api/rpc.ts'
import { isRecord } from '#shared/json.ts'
import { fromMinor } from '#shared/money.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import { ADDRESS_FIELDS, type ShippingAddress } from './address.ts'
import { EXTRA_FIELDS, type Extras } from './extras.ts'
import {
  type CancelReason,
  type HelpKind,
  type Order,
  type OrderItem,
  PAYMENT_METHOD,
} from './order.ts'
import { isOrderId } from './order-id.ts'
import { parseOrder } from './order-json.ts'
import type { OrderKey } from './order-key.ts'

export interface OrderRequest {
  items: Pick<OrderItem, 'id' | 'size' | 'quantity' | 'price'>[]
  /** Minor units, like the items' prices: what the customer saw. The backend refuses any other sum. */
  total: number
  shippingAddress: ShippingAddress
  extras?: Extras
  /** An earlier order of this device, by which the backend knows its phone. Not part of what is ordered. */
  earlier?: OrderKey | undefined
}

/**
 * Places the order, or returns the one that the same key placed before. Where the admin entered it under
 * another number, that order has another id (docs/product.md, rule 5.18).
 */
export async function placeOrder(key: OrderKey, request: OrderRequest): Promise<Order> {
  const p = {
    ...key,
    items: request.items.map((item) => ({ ...item, price: fromMinor(item.price) })),
    total: fromMinor(request.total),
    shippingAddress: request.shippingAddress,
    ...(request.extras && { extras: { ...request.extras } }),
    ...(request.earlier && { earlier: { ...request.earlier } }),
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

/** The changed order; or the order as it is now, where it is booked or was changed since it was loaded. */
export type ChangeResult =
  | { ok: true; order: Order }
  | { ok: false; code: 'booked' | 'stale'; order: Order }

/** What a customer may change. Each part is replaced as a whole. */
export interface OrderChange {
  shippingAddress?: ShippingAddress
  extras?: Extras
}

/** Changes this version of the order, unless it is booked. */
export async function changeOrder(
  key: OrderKey,
  version: number,
  { shippingAddress, extras }: OrderChange,
): Promise<ChangeResult> {
  const p = {
    ...key,
    version,
    ...(shippingAddress && { shippingAddress }),
    ...(extras && { extras: { ...extras } }),
  }
  const result = await changeFrom(key.id, rpc('change_order', { p }))
  const { order } = result
  // A retry of a change whose response was lost finds its own change.
  const isSaved =
    ADDRESS_FIELDS.every(
      (field) => !shippingAddress || shippingAddress[field] === order.shippingAddress[field],
    ) && EXTRA_FIELDS.every((field) => !extras || extras[field] === order[field])
  return isSaved ? { ok: true, order } : result
}

/** Cancels this version of the order, unless it is booked. An order that is cancelled already is a success. */
export async function cancelOrder(
  key: OrderKey,
  version: number,
  reason: CancelReason,
  text = '',
): Promise<ChangeResult> {
  const p = { ...key, version, reason, ...(text && { text }) }
  const result = await changeFrom(key.id, rpc('cancel_order', { p }))
  return result.order.status === 'cancelled' ? { ok: true, order: result.order } : result
}

/** Reports a damaged or wrong item of a delivered order, by its token or by its phone. */
export async function requestHelp(
  proof: OrderKey | { id: string; phone: string },
  kind: HelpKind,
  text: string,
): Promise<Order> {
  return orderFrom(proof.id, rpc('request_help', { p: { ...proof, kind, text } }))
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

async function changeFrom(id: string, call: Promise<RpcResponse>): Promise<ChangeResult> {
  const { order, code } = await resultFrom(call, id)
  if (code === 'booked' || code === 'stale') return { ok: false, code, order }
  return { ok: true, order }
}

async function orderFrom(id: string, call: Promise<RpcResponse>): Promise<Order> {
  const { order, code } = await resultFrom(call, id)
  if (code !== undefined) throw new ShopError(code)
  return order
}

interface Result {
  order: Order
  /** Of a refusal that returns the order. */
  code?: string
  isReplay: boolean
}

/**
 * The order in the response; with an `id`, of no other id. Throws any other refusal. Any other response leaves
 * the outcome unknown: networks and attackers put pages of their own in its place.
 */
async function resultFrom(call: Promise<RpcResponse>, id?: string): Promise<Result> {
  const { status, body, cause } = await call
  const refusal = readRefusal(body)
  const { ok, order: json, replay }: Record<string, unknown> = isRecord(body) ? body : {}
  const order = parseOrder(json)
  if (order && (!id || order.id === id)) {
    const isReplay = replay === true
    if (refusal) return { order, code: refusal.code, isReplay }
    if (ok === true) return { order, isReplay }
  }
  throw refusal ?? new ShopError('unreachable', { status, cause: cause ?? body })
}
