import { differences } from '#admin/acts/differences.ts'
import type { Dispatch } from '#admin/acts/dispatch.ts'
import type { DispatchRow } from '#admin/acts/dispatch-row.ts'
import { reasonSentence } from '#admin/order/packing.ts'
import { refusedSentence } from './refused-sentence.ts'

/** Why a row is not saved; undefined where it is, or may still be. */
export function problemOfRow({ seen, result }: DispatchRow): string | undefined {
  switch (result.state) {
    case 'stale':
      return `somebody changed it meanwhile: ${meanwhile(result.before, seen)}`
    case 'refused':
      if (result.reasons) return reasonSentence(result.reasons)
      // Here the refused act is to take an order out of its batch.
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

/** Whether it may be saved although no response says so. */
export function isUnknown({ result: { state } }: DispatchRow): boolean {
  return state === 'unreachable' || state === 'unforeseen'
}

/** `2 of 3 orders set to Shipped, 1 may be or not`. */
export function countSaved(rows: readonly DispatchRow[], goal: string): string {
  const saved = rows.filter(({ result }) => result.state === 'saved').length
  const unknown = rows.filter(isUnknown).length
  return `${saved} of ${rows.length} orders ${goal}${unknown > 0 ? `, ${unknown} may be or not` : ''}`
}

/** `status Pending → Shipped, courier none → TCS` */
function meanwhile(before: Dispatch, now: Dispatch): string {
  return (
    differences(before, now)
      .map((one) => `${one.label.toLowerCase()} ${one.before} → ${one.after}`)
      .join(', ') || 'its parcel, address, lines or notes'
  )
}
