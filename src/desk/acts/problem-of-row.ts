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

/** `status Pending → Shipped, courier none → TCS` */
function meanwhile(before: Dispatch, now: Dispatch): string {
  return (
    differences(before, now)
      .map((one) => `${one.label.toLowerCase()} ${one.before} → ${one.after}`)
      .join(', ') || 'its parcel, address, lines or notes'
  )
}
