/* Reads what the backend returns about one order. Both functions throw a ShopError. */
import { readRefusal } from '#api/refusal.ts'
import type { RpcResponse } from '#api/rpc.ts'
import { isRecord } from '#kit/json.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { parseOrder } from '#order/order-json.ts'

/** The order in a response that refuses nothing. */
export async function orderFrom(id: string, call: Promise<RpcResponse>): Promise<Order> {
  const { order, code } = await resultFrom(call, id)
  if (code !== undefined) throw new ShopError(code)
  return order
}

interface Result {
  order: Order
  /** The code of a refusal that returns the order. */
  code?: string
  isReplay: boolean
}

/**
 * The order in the response; with an `id`, of no other id. Throws any other refusal. Any other response leaves
 * the outcome unknown: networks and attackers put pages of their own in its place.
 */
export async function resultFrom(call: Promise<RpcResponse>, id?: string): Promise<Result> {
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
