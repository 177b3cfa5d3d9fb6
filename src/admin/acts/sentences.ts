/* What is said of a change of orders: of its result, and of what was not saved. */
import { endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { LIST_LOCALE } from '#kit/locale.ts'
import { capitalized } from '#kit/text.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import { statusName } from '#order/status.ts'
import type { Dispatch, DispatchChange } from './dispatch.ts'
import type { DispatchRow } from './dispatch-row.ts'

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

export function failureTexts({ status, outcome, endReason }: DispatchChange) {
  const isOfStatus = [status, outcome, endReason].some((part) => part !== undefined)
  return isOfStatus ? TEXTS.status : TEXTS.tracking
}

/** Refused, or no row matched, are one; no response and an exception are the other (rule 14.11). */
export function failureToast({ change, result: { state } }: DispatchRow): Toast {
  const isRefused = state === 'refused'
  const { localOnly, failed } = failureTexts(change)
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
