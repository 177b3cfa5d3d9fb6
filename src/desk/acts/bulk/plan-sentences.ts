/* What is said of a bulk change: what it will do, and what it did. */

import type { DispatchRow } from '#admin/acts/dispatch-row.ts'
import { OUTCOME_NAMES } from '#admin/order/ending.ts'
import { REASON_COUNTS } from '#admin/order/packing.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { countOf } from '#kit/text.ts'
import { statusName } from '#order/status.ts'
import { type BulkChoice, isReason, type LeftOutKind, type Plan } from './plan.ts'

/** Follows "2 of 3 orders": `set to Shipped with PostEx`. */
export function goalOf({ status, courier, outcome }: BulkChoice): string {
  const name = courier && courierName(courier)
  if (status === 'cancelled' && outcome)
    return `set to ${statusName(status)}: ${OUTCOME_NAMES[outcome]}`
  if (status) return `set to ${statusName(status)}${name ? ` with ${name}` : ''}`
  if (name) return `booked with ${name}`
  return courier === null ? 'without a courier now' : 'with a new tracking number'
}

/** As `goalOf`, of the other acts. */
export const GOALS = {
  yes: 'confirmed',
  resume: 'resumed',
  release: 'released',
  discard: 'discarded',
  delete: 'deleted for good',
} as const

/** `3 are delivered, 1 is cancelled, 2 have no tracking number`. */
export function namesOfLeftOut({ leftOut }: Pick<Plan, 'leftOut'>): string {
  const names = [...leftOut].map(([kind, { length: count }]) =>
    kind === 'unnumbered'
      ? have(count, 'has no tracking number', 'have no tracking number')
      : `${have(count, 'is', 'are')} ${isReason(kind) ? REASON_COUNTS[kind] : statusName(kind).toLowerCase()}`,
  )
  return names.join(', ')
}

/** What a tick does. */
export function tickOf(kind: LeftOutKind, count: number): string {
  if (kind === 'unnumbered') return `Ship ${count} without a tracking number too`
  return isReason(kind)
    ? `Include ${count} ${REASON_COUNTS[kind]}`
    : `Change ${count} ${statusName(kind).toLowerCase()} too`
}

/** What will change, in sentences. */
export function describePlan({ rows, unchanged, choice }: Plan): string[] {
  const { status, courier } = choice
  const count = (matches: (row: DispatchRow) => unknown) => rows.filter(matches).length
  const withStatus = count(({ change }) => change.status)
  const withCourier = count(({ change }) => change.courier !== undefined)
  const isBoth = withStatus > 0 && withStatus === withCourier && courier
  const numbered = rows.filter(({ change }) => change.trackingNumber)
  const replaced = numbered.filter(({ seen }) => seen.trackingNumber)
  const added = numbered.length - replaced.length
  const staying = count(({ seen, change }) => seen.trackingNumber && !change.trackingNumber)
  const none = rows.length - numbered.length - staying
  const afterwards = courier ? `with ${courierName(courier)}` : 'without a courier'
  const sentences = [
    withStatus > 0 &&
      status &&
      `${countOf(withStatus, 'order')} ${withStatus === 1 ? 'becomes' : 'become'} ${statusName(status)}${isBoth ? ` ${afterwards}` : ''}.`,
    withCourier > 0 && !isBoth && `${countOf(withCourier, 'order')} ${afterwards} afterwards.`,
    added > 0 && `${have(added, 'gets a tracking number', 'get a tracking number')}.`,
    staying > 0 && `${have(staying, 'keeps its number', 'keep their number')}.`,
    none > 0 && `${have(none, 'has no tracking number', 'have no tracking number')}.`,
    ...replaced.map(
      ({ id, seen, change }) =>
        `${id}: number ${seen.trackingNumber} becomes ${change.trackingNumber}.`,
    ),
    unchanged > 0 && `${have(unchanged, 'is like this already', 'are like this already')}.`,
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

function have(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
