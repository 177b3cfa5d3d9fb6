/* The steps of an order that the tracking page shows (docs/product.md, rules 7.6 and 7.7). */
import { type HistoryEntry, isReturningOrLost, type Order } from './order.ts'
import { ORDER_STATUSES, type OrderStatus, statusDefinition } from './status.ts'

export interface TimelineStep {
  name: string
  isDone: boolean
  isCurrent: boolean
  /** ISO timestamp of when the step was last reached, if the history has it. */
  at: string | undefined
  /** Only of the current step, and not of a parcel that no rider brings. */
  message: string | undefined
}

const STEPS = ORDER_STATUSES.flatMap((status) => {
  const { step } = statusDefinition(status)
  return step ? [{ status, ...step }] : []
})

/** Done are the steps up to the current one. An order whose status has no step has only the first. */
export function timeline(order: Order): TimelineStep[] {
  const current = STEPS.findIndex((step) => step.status === order.status)
  const steps = current === -1 ? STEPS.slice(0, 1) : STEPS
  return steps.map(({ status, name, message }, index) => {
    const isDone = index <= Math.max(current, 0)
    return {
      name,
      isDone,
      isCurrent: index === current,
      at: isDone ? reachedAt(order.trackingHistory, status) : undefined,
      message: index === current && !isReturningOrLost(order) ? message : undefined,
    }
  })
}

/** Entries about a tracking number alone carry the status of that time; the first of a run counts. */
export function reachedAt(history: HistoryEntry[], status: OrderStatus): string | undefined {
  const reached = history.filter(
    (entry, index) => entry.status === status && history[index - 1]?.status !== status,
  )
  return reached.at(-1)?.at
}
