/* How an order goes out and how its delivery ended: parts that an admin sets together (docs/product.md, rule 14.21). */

import { cleanTrackingNumber } from '#admin/order/tracking-number.ts'
import type { Order, OrderOutcome } from '#order/order.ts'
import type { OrderStatus } from '#order/status.ts'

export interface Dispatch {
  status: OrderStatus
  /** Null for none, like the two below. */
  courier: string | null
  trackingNumber: string | null
  outcome: OrderOutcome | null
}

type DispatchPart = keyof Dispatch

/** An absent or undefined part stays. */
export type DispatchChange = { [Part in DispatchPart]?: Dispatch[Part] | undefined }

/** An order, or a row of the list. */
export type Dispatched = Pick<Order, 'status' | 'courier' | 'trackingNumber' | 'outcome'>

export function dispatchOf(order: Dispatched): Dispatch {
  const { status, courier = null, trackingNumber = null, outcome = null } = order
  return { status, courier, trackingNumber, outcome }
}

/** The part of `wanted` that differs. An empty number removes it, and only a cancelled order has an outcome. */
export function changeOf(seen: Dispatch, wanted: DispatchChange): DispatchChange {
  const { status = seen.status, trackingNumber: typed } = wanted
  const trackingNumber = typed === undefined ? undefined : cleanTrackingNumber(typed ?? '') || null
  const differing = Object.entries({ ...wanted, trackingNumber }).filter(
    ([part, value]) =>
      value !== undefined &&
      value !== seen[part as DispatchPart] &&
      (part !== 'outcome' || status === 'cancelled'),
  )
  return Object.fromEntries(differing)
}

export function isEmptyChange(change: DispatchChange): boolean {
  return Object.keys(change).length === 0
}

/** Whether the order is as the change makes it. */
export function hasChange(order: Order, change: DispatchChange): boolean {
  return isEmptyChange(changeOf(dispatchOf(order), change))
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
