/* One order of a bulk change: its result, its way back, and what somebody else changed meanwhile. */

import type { Booking } from '#admin/order/orders.ts'
import { findCourier } from '#order/couriers.ts'
import type { Order } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import { type PlannedLine, type Seen, seenOf } from './bulk-plan.ts'

export interface BulkLine extends PlannedLine {
  outcome: 'pending' | 'saving' | 'saved' | BulkProblem
  /** Whether a request was sent whose response is missing: the order may be changed. */
  isUnknown?: boolean
  /** What somebody else changed, of a stale order. */
  meanwhile?: string
}

/**
 * `stale`: another version by now. `refused`: never possible. `unreachable`, and `unforeseen` after an error of
 * the program: whether it is done is unknown.
 */
export type BulkProblem = 'stale' | 'refused' | 'missing' | 'unreachable' | 'unforeseen'

/** What Retry and Continue send. */
export function isLeft({ outcome }: BulkLine): boolean {
  return outcome === 'pending' || outcome === 'unreachable' || outcome === 'unforeseen'
}

export function isSaved({ outcome }: BulkLine): boolean {
  return outcome === 'saved'
}

/** The line that restores what was seen. */
export function toUndo({ id, fullName, version, seen, change }: BulkLine): BulkLine {
  const keys = Object.keys(change) as (keyof Seen)[]
  const before = Object.fromEntries(keys.map((key) => [key, seen[key]]))
  const outcome = seen.outcome && { outcome: seen.outcome }
  return {
    id,
    fullName,
    version,
    seen: { ...seen, ...change } as Seen,
    change: { ...before, ...outcome },
    outcome: 'pending',
  }
}

type Columns = Pick<Order, 'status' | 'courier' | 'trackingNumber'>

/** Whether the order is as the change makes it. */
export function hasChange(order: Columns, change: Booking): boolean {
  const now = seenOf(order)
  return (['status', 'courier', 'trackingNumber'] as const).every(
    (key) => change[key] === undefined || change[key] === now[key],
  )
}

/** What was changed meanwhile: `status Pending → Shipped, courier none → TCS`. */
export function describeStale(seen: Seen, order: Columns): string {
  const now = seenOf(order)
  const changes = [
    now.status !== seen.status && `status ${statusName(seen.status)} → ${statusName(now.status)}`,
    now.courier !== seen.courier && `courier ${nameOf(seen.courier)} → ${nameOf(now.courier)}`,
    now.trackingNumber !== seen.trackingNumber &&
      `tracking number ${seen.trackingNumber ?? 'none'} → ${now.trackingNumber ?? 'none'}`,
  ].filter(Boolean)
  return changes.join(', ') || 'its address, lines or notes'
}

function nameOf(courier: string | null): string {
  return courier === null ? 'none' : (findCourier(courier)?.name ?? courier)
}
