/* What the shop asks the store about orders. Everything here may throw a ShopError. */
import { fromMinor } from '#shared/money.ts'
import { ShopError } from '#shared/shop-error.ts'
import type { Json } from '#supabase/database.types.ts'
import { isFinalStatus } from '#supabase/final-status.ts'
import { shopClient } from '#supabase/shop-client.ts'
import type { ShippingAddress } from './address.ts'
import { type Order, type OrderItem, PAYMENT_METHOD } from './order.ts'
import type { OrderKey } from './order-key.ts'
import { type StoredOrder, toOrder } from './stored-order.ts'

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
  return toOrder(await answer(shopClient.rpc('place_order', { p })))
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
    return toOrder(await answer(call))
  } catch (error) {
    if (error instanceof ShopError && error.code === 'not_found') return undefined
    throw error
  }
}

/** The store's own answer, whether yes or no. Whatever is not clearly one leaves the outcome unknown. */
async function answer(call: Call): Promise<StoredOrder> {
  const { data, error, status } = await call.abortSignal(AbortSignal.timeout(TIME_OUT))
  const reply: unknown = data ?? error
  if (isRecord(reply)) {
    if (reply['ok'] === true && isRecord(reply['order'])) {
      return reply['order'] as unknown as StoredOrder
    }
    if (reply['ok'] === false) throw refusal(reply)
  }
  const code = isFinalStatus(status) ? 'refused' : 'unreachable'
  throw new ShopError(code, { cause: error ?? data })
}

function refusal(reply: Record<string, Json | undefined>): ShopError {
  const field = reply['field']
  return new ShopError(String(reply['code']), {
    field: typeof field === 'string' ? field : undefined,
  })
}

function isRecord(value: unknown): value is Record<string, Json | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
