/* The four steps a customer sees of an order (spec.md, "/order/tracking/{id}"). */
import type { HistoryEntry, Order, OrderStatus } from './order.ts'

export interface TimelineStep {
  name: string
  isDone: boolean
  isCurrent: boolean
  /** ISO timestamp of when the step was last reached, where the history tells. */
  at: string | undefined
  /** Only of the current step. */
  message: string | undefined
}

const STEPS: { status: OrderStatus; name: string }[] = [
  { status: 'pending', name: 'Order Placed' },
  { status: 'processing', name: 'Order Processing' },
  { status: 'shipped', name: 'Order Shipped' },
  { status: 'delivered', name: 'Order Delivered' },
]

/** Done are the steps up to the current one; of a cancelled order, only the first. */
export function timeline(order: Order): TimelineStep[] {
  const current = STEPS.findIndex((step) => step.status === order.status)
  return STEPS.map(({ status, name }, index) => ({
    name,
    isDone: index <= Math.max(current, 0),
    isCurrent: index === current,
    at: index <= Math.max(current, 0) ? reachedAt(order.trackingHistory, status) : undefined,
    message: index === current ? statusMessage(order) : undefined,
  }))
}

function statusMessage({ status, trackingNumber }: Order): string | undefined {
  switch (status) {
    case 'pending':
      return 'Your order has been placed and is awaiting processing.'
    case 'processing':
      return 'Your order is being prepared for shipment.'
    case 'shipped':
      return `Your order has been shipped and is on the way.${
        trackingNumber ? ` Tracking number: ${trackingNumber}` : ''
      }`
    case 'delivered':
      return 'Your order has been delivered. Enjoy your products!'
    case 'cancelled':
      return undefined
  }
}

/** Entries about a tracking number alone carry the status of that time; the first of a run counts. */
function reachedAt(history: HistoryEntry[], status: OrderStatus): string | undefined {
  const reached = history.filter(
    (entry, index) => entry.status === status && history[index - 1]?.status !== status,
  )
  return reached.at(-1)?.at
}
