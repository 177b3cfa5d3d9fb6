/* What is said of a change of orders: before it, of its result, and of what was not saved. */
import { endReasonName } from '#admin/order/confirmation.ts'
import { courierName } from '#admin/order/couriers.ts'
import { differences } from '#admin/order/differences.ts'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import { formatCount } from '#admin/order/orders.ts'
import { REASON_COUNTS, reasonSentence } from '#admin/order/packing.ts'
import { LIST_LOCALE } from '#config/locale.ts'
import { capitalized } from '#kit/text.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import { statusName } from '#order/status.ts'
import { type BulkChoice, isReason, type LeftOut, type Plan } from './bulk/plan.ts'
import type { Dispatch, DispatchChange } from './dispatch.ts'
import { refusedSentence } from './refused-sentence.ts'
import type { DispatchRow } from './row.ts'

/** The texts of docs/product.md, rules 18.34, 18.35 and 18.40. */
const TEXTS = {
  status: {
    localOnly: 'Order updated locally only',
    failed: 'There was a problem updating the order status',
    logged: 'Error updating order status',
  },
  tracking: {
    localOnly: 'Tracking info updated locally only',
    failed: 'There was a problem updating the tracking information',
    logged: 'Error updating tracking info',
  },
}

export function textsOf({ status, outcome, endReason }: DispatchChange) {
  const isOfStatus = [status, outcome, endReason].some((part) => part !== undefined)
  return isOfStatus ? TEXTS.status : TEXTS.tracking
}

/** Refused, or no row matched, are one; no response and an exception are the other (rule 14.11). */
export function failureToast({ change, result: { state } }: DispatchRow): Toast {
  const isRefused = state === 'refused'
  const { localOnly, failed } = textsOf(change)
  return {
    title: isRefused ? 'Supabase update failed' : 'Update failed',
    description: isRefused ? localOnly : failed,
    tone: 'destructive',
  }
}

/** `The status is now Shipped. The courier is now TCS`. */
export function describeSaved({
  status,
  courier,
  trackingNumber,
  outcome,
  endReason,
}: DispatchChange): string {
  const sentences = [
    status && `The status is now ${statusName(status)}`,
    outcome && `The outcome is now “${OUTCOME_NAMES[outcome]}”`,
    outcome === null && 'The outcome is gone',
    endReason && `The reason is now “${endReasonName(endReason)}”`,
    endReason === null && 'The reason is gone',
    courier && `The courier is now ${courierName(courier)}`,
    courier === null && 'The courier is gone',
    trackingNumber && `The tracking number is now ${trackingNumber}`,
    trackingNumber === null && 'The tracking number is gone',
  ]
  return sentences.filter(Boolean).join('. ')
}

const PART_NAMES: Record<keyof Dispatch, string> = {
  status: 'status',
  courier: 'courier',
  trackingNumber: 'tracking number',
  outcome: 'outcome',
  endReason: 'reason',
}

/** `The status and the tracking number are not saved.` */
export function unsavedSentence(change: DispatchChange): string {
  const names = Object.keys(change).map((part) => `the ${PART_NAMES[part as keyof Dispatch]}`)
  const list = new Intl.ListFormat(LIST_LOCALE).format(names)
  const verb = names.length === 1 ? 'is' : 'are'
  return `${capitalized(list)} ${verb} not saved.`
}

/** What was changed meanwhile: `status Pending → Shipped, courier none → TCS`. */
function describeMeanwhile(seen: Dispatch, now: Dispatch): string {
  const changes = differences(seen, now).map(
    ({ label, before, after }) => `${label.toLowerCase()} ${before} → ${after}`,
  )
  return changes.join(', ') || 'its address, lines or notes'
}

/** Why a row is not saved; undefined where it is, or may still be. */
export function problemOfRow({ seen, result }: DispatchRow): string | undefined {
  switch (result.state) {
    case 'stale':
      return `somebody changed it meanwhile: ${describeMeanwhile(result.before, seen)}`
    case 'refused':
      if (result.reasons) return reasonSentence(result.reasons)
      // Of an order that is to leave its batch.
      if (result.code === 'booked')
        return 'it is closed, has a tracking number, or is among other parcels'
      return refusedSentence(result.code)
    case 'unreachable':
      return 'no response: it may be changed or not'
    case 'unforeseen':
      return 'something went wrong on this page, please reload it: it may be changed or not'
    default:
      return undefined
  }
}

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
  const names = [...leftOut].map(([kind, count]) =>
    kind === 'unnumbered'
      ? have(count, 'has no tracking number', 'have no tracking number')
      : `${have(count, 'is', 'are')} ${isReason(kind) ? REASON_COUNTS[kind] : statusName(kind).toLowerCase()}`,
  )
  return names.join(', ')
}

/** What a tick does. */
export function tickOf(kind: LeftOut, count: number): string {
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
      `${formatCount(withStatus)} ${withStatus === 1 ? 'becomes' : 'become'} ${statusName(status)}${isBoth ? ` ${afterwards}` : ''}.`,
    withCourier > 0 && !isBoth && `${formatCount(withCourier)} ${afterwards} afterwards.`,
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
