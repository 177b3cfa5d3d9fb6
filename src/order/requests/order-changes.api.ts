/* The requests of a customer that change a placed order. Every function may throw a ShopError. */
import { type RpcResponse, rpc } from '#api/rpc.ts'
import { isSameAddress, type ShippingAddress, splitAddress } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import type { OrderProof } from '#order/device/order-proof.ts'
import type { CancelReason, HelpKind, Order } from '#order/order.ts'
import { orderFrom, resultFrom } from './order-response.ts'

/** The changed order; or the order as it is now, where it is booked or was changed since it was loaded. */
export type ChangeResult =
  | { ok: true; order: Order }
  | { ok: false; code: 'booked' | 'stale'; order: Order }

/** Changes the address of this version of the order, unless it is booked. A code ends with that. */
export async function changeOrder(
  proof: OrderProof,
  version: number,
  address: ShippingAddress,
): Promise<ChangeResult> {
  const p = { ...proof, version, ...splitAddress(address) }
  const result = await changeFrom(proof.id, rpc('change_order', { p }))
  const { order } = result
  // A retry of a change whose response was lost finds its own change.
  return isSameAddress(address, order.shippingAddress) ? { ok: true, order } : result
}

/** Cancels this version of the order, unless it is booked. An order that is cancelled already is a success. */
export async function cancelOrder(
  proof: OrderProof,
  version: number,
  reason: CancelReason,
  text = '',
): Promise<ChangeResult> {
  const p = { ...proof, version, reason, ...(text && { text }) }
  const result = await changeFrom(proof.id, rpc('cancel_order', { p }))
  return result.order.status === 'cancelled' ? { ok: true, order: result.order } : result
}

/** Confirms the order by the code of its link, once. A retry gets the response of the first request. */
export async function confirmOrder(id: string, code: string): Promise<Order> {
  return orderFrom(id, rpc('confirm_order', { p: { id, code } }))
}

/** Reports a damaged or wrong item of a delivered order, by its token or by its phone. */
export async function requestHelp(
  proof: OrderKey | { id: string; phone: string },
  kind: HelpKind,
  text: string,
): Promise<Order> {
  return orderFrom(proof.id, rpc('request_help', { p: { ...proof, kind, text } }))
}

async function changeFrom(id: string, call: Promise<RpcResponse>): Promise<ChangeResult> {
  const { order, code } = await resultFrom(call, id)
  if (code === 'booked' || code === 'stale') return { ok: false, code, order }
  return { ok: true, order }
}
