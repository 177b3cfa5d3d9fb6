/* What a bulk change does to each of the selected orders, and which it leaves out. */
import type { EndReason } from '#admin/order/confirmation.ts'
import type { OrderSummary } from '#admin/order/orders.ts'
import { cleanTrackingNumber, trackingNumberProblem } from '#admin/order/tracking-number.ts'
import type { OrderOutcome } from '#order/order.ts'
import { ORDER_STATUSES, type OrderStatus, STATUS_TABLE } from '#order/status.ts'
import { changeOf, type DispatchChange, dispatchOf, isEmptyChange } from '../dispatch.ts'
import { wrongNumber } from '../numbers/numbered-order.ts'
import { type DispatchRow, type PlannedOrder, planRow } from '../row.ts'

/** What the admin chose for all of the selected orders. */
export interface BulkChoice {
  /** Undefined leaves the status of every order. */
  status: OrderStatus | undefined
  /** Undefined leaves the courier of every order, and null removes it. */
  courier: string | null | undefined
  /** Of orders that are cancelled. Undefined leaves it. */
  outcome?: OrderOutcome | undefined
  endReason?: EndReason | undefined
  /** What is typed for an order, by its id. An empty text leaves the order's number. */
  numbers: ReadonlyMap<string, string>
}

export interface Plan {
  choice: BulkChoice
  rows: DispatchRow[]
  /** How many orders of a status are left out unless the admin includes that status. */
  risky: Map<OrderStatus, number>
  /** How many would be shipped without a tracking number. They are left out unless the admin includes them. */
  unnumbered: number
  /** How many orders are as chosen already. */
  unchanged: number
}

/** What the admin ticks in. */
export type Included = ReadonlySet<OrderStatus | 'unnumbered'>

export function planBulk(
  orders: readonly PlannedOrder[],
  choice: BulkChoice,
  included: Included,
): Plan {
  const plan: Plan = { choice, rows: [], risky: new Map(), unnumbered: 0, unchanged: 0 }
  for (const order of orders) {
    const { status } = order
    const trackingNumber = cleanTrackingNumber(choice.numbers.get(order.id) ?? '') || undefined
    const wanted = { ...endOf(choice), courier: choice.courier, trackingNumber }
    const change = changeOf(dispatchOf(order), wanted)
    if (isEmptyChange(change)) plan.unchanged += 1
    else {
      const isRisky = STATUS_TABLE[status].isFinal || goesBack(status, choice.status)
      if (isRisky) plan.risky.set(status, (plan.risky.get(status) ?? 0) + 1)
      if (isRisky && !included.has(status)) continue
      const isUnnumbered = change.status === 'shipped' && !(trackingNumber ?? order.trackingNumber)
      if (isUnnumbered) plan.unnumbered += 1
      if (!isUnnumbered || included.has('unnumbered')) plan.rows.push(planRow(order, change))
    }
  }
  return plan
}

/** A chosen outcome belongs to a cancellation, and is forgotten with another status. */
function endOf({ status, outcome, endReason }: BulkChoice): DispatchChange {
  return status === 'cancelled' ? { status, outcome, endReason } : { status }
}

/** From shipped to processing, for example. Cancelling is the last status, and no step back. */
function goesBack(from: OrderStatus, to: OrderStatus | undefined): boolean {
  return to !== undefined && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}

export interface NumberProblem {
  text: string
  /** Whether the database would refuse it. Two orders may share a parcel. */
  isInvalid: boolean
}

/** What is wrong with the typed numbers, by order id. */
export function numberProblems(
  orders: readonly Pick<OrderSummary, 'id' | 'phone' | 'trackingNumber'>[],
  numbers: BulkChoice['numbers'],
): Map<string, NumberProblem> {
  const typedFor = (id: string) => cleanTrackingNumber(numbers.get(id) ?? '')
  const shown = orders.map(({ id, trackingNumber = '' }) => ({
    id,
    number: (typedFor(id) || trackingNumber).toUpperCase(),
  }))
  const problems = new Map<string, NumberProblem>()
  for (const { id } of orders) {
    const typed = typedFor(id)
    const invalid = trackingNumberProblem(typed) ?? (typed && wrongNumber(typed, orders))
    if (invalid) problems.set(id, { text: invalid, isInvalid: true })
    if (invalid || !typed) continue
    const same = shown.filter((other) => other.id !== id && other.number === typed.toUpperCase())
    const text = `The same number as ${same.map((other) => other.id).join(', ')}.`
    if (same.length > 0) problems.set(id, { text, isInvalid: false })
  }
  return problems
}
