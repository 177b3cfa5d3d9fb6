/* What is asked before orders are sent (docs/desk-rules.md, rule 21.47). */

import { isAsked, type PackingReason, reasonsLeft } from '#admin/order/packing.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'

/** An order that was asked about. */
export interface PackableOrder extends Pick<OrderSummary, 'id' | 'fullName'> {
  /** Why it may not leave, none included: as the database says, or what withReasonsLeft() leaves of it. */
  reasons: PackingReason[]
  /** Minor units. */
  toCollect: number
}

/** The orders with what keeps them here: that one is booked already, unless it is sent once more. */
export function withReasonsLeft(
  orders: readonly PackableOrder[],
  isAgain: boolean,
): PackableOrder[] {
  return orders.map((order) => {
    const booked = isAgain ? [] : order.reasons.filter((reason) => reason === 'booked')
    return { ...order, reasons: [...booked, ...reasonsLeft(order.reasons)] }
  })
}

/** Those that nothing keeps here but what the admin includes, by the keys of stoppedBy(). */
export function leaving(
  orders: readonly PackableOrder[],
  included: ReadonlySet<string> = new Set(),
): PackableOrder[] {
  return orders.filter(({ reasons }) => reasons.length === 0 || included.has(reasons.join()))
}

interface StoppedOrders {
  key: string
  reasons: PackingReason[]
  orders: PackableOrder[]
}

/** What stays, each order once: with all that is asked about it, or else with what keeps it here in any case. */
export function stoppedBy(orders: readonly PackableOrder[]): StoppedOrders[] {
  const stopped = new Map<string, StoppedOrders>()
  for (const order of orders.filter(({ reasons }) => reasons.length > 0)) {
    const staying = order.reasons.filter((reason) => !isAsked(reason))
    const reasons = staying.length > 0 ? staying : order.reasons
    const key = reasons.join()
    const group = stopped.get(key)
    if (group) group.orders.push(order)
    else stopped.set(key, { key, reasons, orders: [order] })
  }
  return [...stopped.values()]
}
