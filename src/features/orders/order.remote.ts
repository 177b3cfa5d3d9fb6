/* What the shop asks the store about orders. Everything here may throw a ShopError. */
import { fromMinor, toMinor } from '#shared/money.ts'
import { ShopError } from '#shared/shop-error.ts'
import type { Json } from '#supabase/database.types.ts'
import { shopClient } from '#supabase/shop-client.ts'
import type { ShippingAddress } from './address.ts'
import { type HistoryEntry, type Order, type OrderItem, PAYMENT_METHOD } from './order.ts'
import type { OrderKey } from './order-key.ts'

/** Milliseconds until an answer counts as lost (decisions.md, "Checkout"). */
const TIME_OUT = 10_000

export interface OrderRequest {
  items: Pick<OrderItem, 'id' | 'size' | 'quantity' | 'price'>[]
  /** Minor units, like the items' prices: what the shopper saw. The store refuses any other sum. */
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
  return readOrder(await answer(shopClient.rpc('place_order', { p })))
}

/** The order, or nothing where no order has this id. In full with the device's token, else masked. */
export async function fetchOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(shopClient.rpc('get_order', toArguments(id, token)))
}

/** Like `fetchOrder`, and tells the store that somebody is following the order (spec.md, section 4). */
export async function trackOrder(id: string, token?: string): Promise<Order | undefined> {
  return ifFound(shopClient.rpc('track_order', toArguments(id, token)))
}

type Call = ReturnType<typeof shopClient.rpc<'place_order'>>

function toArguments(id: string, token: string | undefined) {
  return token === undefined ? { p_id: id } : { p_id: id, p_token: token }
}

async function ifFound(call: Call): Promise<Order | undefined> {
  try {
    return readOrder(await answer(call))
  } catch (error) {
    if (error instanceof ShopError && error.code === 'not_found') return undefined
    throw error
  }
}

/** The store's own answer, whether yes or no. Whatever is not clearly one leaves the outcome unknown. */
async function answer(call: Call): Promise<Record<string, Json | undefined>> {
  const { data, error, status } = await call.abortSignal(AbortSignal.timeout(TIME_OUT))
  const reply: unknown = data ?? error
  if (isRecord(reply)) {
    if (reply['ok'] === true && isRecord(reply['order'])) return reply['order']
    if (reply['ok'] === false) throw refusal(reply)
  }
  const final = status >= 400 && status < 500 && status !== 408 && status !== 429
  throw new ShopError(final ? 'refused' : 'unreachable', { cause: error ?? data })
}

function refusal(reply: Record<string, Json | undefined>): ShopError {
  const field = reply['field']
  return new ShopError(String(reply['code']), {
    field: typeof field === 'string' ? field : undefined,
  })
}

function readOrder(row: Record<string, Json | undefined>): Order {
  const order = row as unknown as Omit<Order, 'trackingNumber'> & { trackingNumber: string | null }
  return {
    ...order,
    items: order.items.map((item) => ({ ...item, price: toMinor(item.price) })),
    total: toMinor(order.total),
    trackingNumber: order.trackingNumber ?? undefined,
    trackingHistory: order.trackingHistory satisfies HistoryEntry[],
  }
}

function isRecord(value: unknown): value is Record<string, Json | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
