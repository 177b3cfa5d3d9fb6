/* What a bulk change does to each of the selected orders, and which it leaves out. */

import {
  changeOf,
  type DispatchChange,
  dispatchOf,
  isEmptyChange,
  leavesBy,
} from '#admin/acts/dispatch.ts'
import { type DispatchRow, type PlannedOrder, planRow } from '#admin/acts/dispatch-row.ts'
import { isAsked, type PackingReason, REASON_COUNTS, reasonsLeft } from '#admin/order/packing.ts'
import { cleanTrackingNumber } from '#admin/parcels/tracking-number.ts'
import { ORDER_STATUSES, type OrderStatus, STATUS_TABLE } from '#order/status.ts'

/** What the admin chose for all of the selected orders. Each keeps its own outcome and reason where these are null. */
export interface BulkChoice extends Omit<DispatchChange, 'trackingNumber'> {
  /** Of a batch: by the ids of its orders. */
  numbers: ReadonlyMap<string, string>
}

type LeavingReason = Exclude<PackingReason, 'booked'>

/**
 * Orders that are left out: of a status, to be shipped without a number, or such that may not leave. The admin may tick
 * in all but those that leave in no case.
 */
export type LeftOutKind = OrderStatus | 'unnumbered' | LeavingReason

export function isReason(kind: LeftOutKind): kind is LeavingReason {
  return kind in REASON_COUNTS
}

export interface Plan {
  choice: BulkChoice
  rows: DispatchRow[]
  /** Those of each kind, ticked or not. */
  leftOut: ReadonlyMap<LeftOutKind, readonly PlannedOrder[]>
  /** How many orders are as chosen already. */
  unchanged: number
}

export function planBulk(
  orders: readonly PlannedOrder[],
  choice: BulkChoice,
  ticked: ReadonlySet<LeftOutKind>,
): Plan {
  const rows: DispatchRow[] = []
  const leftOut = new Map<LeftOutKind, PlannedOrder[]>()
  const unnumbered: PlannedOrder[] = []
  let unchanged = 0
  for (const order of orders) {
    const { status } = order
    const leaveOut = (kind: LeftOutKind) => {
      const left = leftOut.get(kind)
      if (left) left.push(order)
      else leftOut.set(kind, [order])
    }
    const trackingNumber = cleanTrackingNumber(choice.numbers.get(order.id) ?? '') || undefined
    const wanted = { ...endOf(choice), courier: choice.courier, trackingNumber }
    const change = changeOf(dispatchOf(order), wanted)
    if (isEmptyChange(change)) {
      unchanged += 1
      continue
    }
    const isRisky = STATUS_TABLE[status].isFinal || goesBack(status, choice.status)
    if (isRisky) leaveOut(status)
    if (isRisky && !ticked.has(status)) continue
    const reasons = leavesBy(status, change) ? reasonsLeft(order.reasons ?? []) : []
    for (const reason of reasons) leaveOut(reason as LeavingReason)
    const included = reasons.filter(isAsked).filter((reason) => ticked.has(reason))
    if (included.length < reasons.length) continue
    const isUnnumbered = change.status === 'shipped' && !(trackingNumber ?? order.trackingNumber)
    if (isUnnumbered) unnumbered.push(order)
    if (!isUnnumbered || ticked.has('unnumbered')) rows.push(planRow(order, change, included))
  }
  // It stands last.
  if (unnumbered.length > 0) leftOut.set('unnumbered', unnumbered)
  return { choice, rows, leftOut, unchanged }
}

/** A chosen outcome belongs to a cancellation, and is forgotten with another status. */
function endOf({ status, outcome, endReason }: BulkChoice): DispatchChange {
  if (status !== 'cancelled') return { status }
  return { status, outcome: outcome ?? undefined, endReason: endReason ?? undefined }
}

/** From shipped to processing, for example. Cancelling is the last status, and no step back. */
function goesBack(from: OrderStatus, to: OrderStatus | undefined): boolean {
  return to !== undefined && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}
