/* What a bulk change does to each of the selected orders, and in words what it does to all of them. */

import { type Booking, formatCount, type OrderSummary } from '#admin/order/orders.ts'
import { cleanTrackingNumber, trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { findCourier } from '#order/couriers.ts'
import type { OrderOutcome } from '#order/order.ts'
import { ORDER_STATUSES, type OrderStatus, STATUS_TABLE, statusName } from '#order/status.ts'

/** What the admin chose for all of the selected orders. */
export interface BulkChoice {
  /** Undefined leaves the status of every order. */
  status: OrderStatus | undefined
  /** Undefined leaves the courier of every order, and null removes it. */
  courier: string | null | undefined
  /** What is typed for an order, by its id. An empty text leaves the order's number. */
  numbers: ReadonlyMap<string, string>
}

/** What the admin saw of an order before the change. Undo brings it back. */
export interface Seen {
  status: OrderStatus
  courier: string | null
  trackingNumber: string | null
  outcome?: OrderOutcome
}

export interface PlannedLine {
  id: string
  fullName: string
  version: number
  seen: Seen
  /** Only what differs from what was seen. */
  change: Booking
}

export interface BulkPlan {
  lines: PlannedLine[]
  /** How many orders of a status are left out unless the admin includes that status. */
  risky: Map<OrderStatus, number>
  /** How many orders are as chosen already. */
  unchanged: number
}

export function planBulk(
  orders: readonly OrderSummary[],
  choice: BulkChoice,
  included: ReadonlySet<OrderStatus>,
): BulkPlan {
  const plan: BulkPlan = { lines: [], risky: new Map(), unchanged: 0 }
  for (const order of orders) {
    const line = toLine(order, choice)
    const { status } = order
    if (Object.keys(line.change).length === 0) plan.unchanged += 1
    else {
      const isRisky = STATUS_TABLE[status].isFinal || goesBack(status, choice.status)
      if (isRisky) plan.risky.set(status, (plan.risky.get(status) ?? 0) + 1)
      if (!isRisky || included.has(status)) plan.lines.push(line)
    }
  }
  return plan
}

/** From shipped to processing, for example. Cancelling is the last status, and no step back. */
function goesBack(from: OrderStatus, to: OrderStatus | undefined): boolean {
  return to !== undefined && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}

function toLine(order: OrderSummary, { status, courier, numbers }: BulkChoice): PlannedLine {
  const { id, fullName, version } = order
  const seen = seenOf(order)
  const trackingNumber = cleanTrackingNumber(numbers.get(id) ?? '')
  const change: Booking = {
    ...(status !== undefined && status !== seen.status && { status }),
    ...(courier !== undefined && courier !== seen.courier && { courier }),
    ...(trackingNumber && trackingNumber !== seen.trackingNumber && { trackingNumber }),
  }
  return { id, fullName, version, seen, change }
}

export function seenOf(order: Pick<OrderSummary, 'status' | 'courier' | 'trackingNumber'>): Seen {
  const { status, courier = null, trackingNumber = null } = order
  return { status, courier, trackingNumber }
}

/** `3 are delivered, 1 is cancelled`. */
export function namesOfRisky(risky: BulkPlan['risky']): string {
  return [...risky]
    .map(
      ([status, count]) =>
        `${count} ${count === 1 ? 'is' : 'are'} ${statusName(status).toLowerCase()}`,
    )
    .join(', ')
}

/** `set to Shipped with PostEx`. */
export function goalOf({ status, courier }: BulkChoice): string {
  const name = courier && (findCourier(courier)?.name ?? courier)
  if (status) return `set to ${statusName(status)}${name ? ` with ${name}` : ''}`
  if (name) return `booked with ${name}`
  return courier === null ? 'without a courier now' : 'with a new tracking number'
}

/** What will change, in sentences. */
export function describePlan({ lines, unchanged }: BulkPlan): string[] {
  const count = (matches: (line: PlannedLine) => unknown) => lines.filter(matches).length
  const [status, courier] = [
    lines.find(({ change }) => change.status)?.change.status,
    courierOf(lines),
  ]
  const withStatus = count(({ change }) => change.status)
  const withCourier = count(({ change }) => change.courier !== undefined)
  const isBoth = withStatus > 0 && withStatus === withCourier && courier !== null
  const added = count(({ seen, change }) => change.trackingNumber && !seen.trackingNumber)
  const staying = count(({ seen, change }) => seen.trackingNumber && !change.trackingNumber)
  const replaced = lines.filter(({ seen, change }) => change.trackingNumber && seen.trackingNumber)
  const none = lines.length - added - staying - replaced.length
  return [
    status &&
      `${become(withStatus)} ${statusName(status)}${isBoth ? ` with ${courierName(courier)}` : ''}.`,
    withCourier > 0 &&
      !isBoth &&
      (courier === null
        ? `${formatCount(withCourier)} without a courier afterwards.`
        : `${formatCount(withCourier)} with ${courierName(courier)} afterwards.`),
    added > 0 && `${have(added, 'gets a tracking number', 'get a tracking number')}.`,
    staying > 0 && `${have(staying, 'keeps its number', 'keep their number')}.`,
    none > 0 && `${have(none, 'has no tracking number', 'have no tracking number')}.`,
    ...replaced.map(
      ({ id, seen, change }) =>
        `${id}: number ${seen.trackingNumber} becomes ${change.trackingNumber}.`,
    ),
    unchanged > 0 && `${have(unchanged, 'is like this already', 'are like this already')}.`,
  ].filter((sentence) => typeof sentence === 'string')
}

function courierOf(lines: readonly PlannedLine[]): string | null | undefined {
  return lines.find(({ change }) => change.courier !== undefined)?.change.courier
}

function courierName(courier: string | null | undefined): string {
  return findCourier(courier ?? undefined)?.name ?? courier ?? 'no courier'
}

function become(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'becomes' : 'become'}`
}

function have(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export interface NumberProblem {
  text: string
  /** Whether the database would refuse it. Two orders may share a parcel. */
  isInvalid: boolean
}

/** What is wrong with the typed numbers, by order id. */
export function numberProblems(
  orders: readonly OrderSummary[],
  numbers: BulkChoice['numbers'],
): Map<string, NumberProblem> {
  const idsByNumber = new Map<string, string[]>()
  for (const { id, trackingNumber = '' } of orders) {
    const number = (cleanTrackingNumber(numbers.get(id) ?? '') || trackingNumber).toUpperCase()
    if (number) idsByNumber.set(number, [...(idsByNumber.get(number) ?? []), id])
  }
  const problems = new Map<string, NumberProblem>()
  for (const { id } of orders) {
    const typed = cleanTrackingNumber(numbers.get(id) ?? '')
    const invalid = trackingNumberProblem(typed)
    const others = idsByNumber.get(typed.toUpperCase())?.filter((other) => other !== id) ?? []
    if (invalid) problems.set(id, { text: invalid, isInvalid: true })
    else if (typed && others.length > 0) {
      problems.set(id, { text: `The same number as ${others.join(', ')}.`, isInvalid: false })
    }
  }
  return problems
}
