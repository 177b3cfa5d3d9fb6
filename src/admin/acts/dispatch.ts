/* How an order goes out and how its delivery ended: parts that an admin sets together (docs/product.md, rule 14.21). */

import type { EndReason } from '#admin/order/ending.ts'
import { cleanTrackingNumber } from '#admin/parcels/tracking-number.ts'
import type { Order, OrderOutcome } from '#order/order.ts'
import { type OrderStatus, STATUS_TABLE } from '#order/status.ts'

export interface Dispatch {
  status: OrderStatus
  /** Null for none, like those below. */
  courier: string | null
  trackingNumber: string | null
  outcome: OrderOutcome | null
  /** Why it was cancelled. */
  endReason: EndReason | null
}

type DispatchPart = keyof Dispatch

/** An absent or undefined part stays. */
export type DispatchChange = { [Part in DispatchPart]?: Dispatch[Part] | undefined }

/** An order, or a row of the list. Responses to changes know no reason. */
export type Dispatched = Pick<Order, 'status' | 'courier' | 'trackingNumber' | 'outcome'> & {
  endReason?: EndReason | null
}

export function dispatchOf(order: Dispatched): Dispatch {
  const { status, courier = null, trackingNumber = null, outcome = null, endReason = null } = order
  return { status, courier, trackingNumber, outcome, endReason }
}

/** The part of `wanted` that differs. An empty number removes it, and only a cancelled order has outcome and reason. */
export function changeOf(seen: Dispatch, wanted: DispatchChange): DispatchChange {
  const { status = seen.status, trackingNumber: typed } = wanted
  const trackingNumber = typed === undefined ? undefined : cleanTrackingNumber(typed ?? '') || null
  const differing = Object.entries({ ...wanted, trackingNumber }).filter(
    ([part, value]) =>
      value !== undefined &&
      value !== seen[part as DispatchPart] &&
      (status === 'cancelled' || (part !== 'outcome' && part !== 'endReason')),
  )
  return Object.fromEntries(differing)
}

export function isEmptyChange(change: DispatchChange): boolean {
  return Object.keys(change).length === 0
}

/** The order as it will be. */
export function withChange(order: Order, change: DispatchChange): Order {
  const { status, courier, trackingNumber, outcome } = { ...dispatchOf(order), ...change }
  return {
    ...order,
    status: status ?? order.status,
    courier: courier ?? undefined,
    trackingNumber: trackingNumber ?? undefined,
    outcome: (status === 'cancelled' && outcome) || undefined,
  }
}

/** Whether an order with this status leaves by the change: `private.check_leaving()` of the database. */
export function leavesBy(status: OrderStatus, change: DispatchChange): boolean {
  if (!STATUS_TABLE[status].isOpen && status !== 'cancelled') return false
  const isSent = change.status && !STATUS_TABLE[change.status].isOpen
  return Boolean(
    (isSent && change.status !== 'cancelled') || change.courier || change.trackingNumber,
  )
}
