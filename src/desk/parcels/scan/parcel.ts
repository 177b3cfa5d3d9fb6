/* The parcel of a slip that was scanned, as the database has its order now, and why it must not leave. */

import { reasonSentence, reasonsLeft } from '#admin/order/packing.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { whyCancelled } from '#admin/print/printing.store.ts'
import { isErased } from '#order/order.ts'

export interface FoundParcel {
  found: OrderWithHistory
  /** Follows the order id, where this parcel must not leave: "is on hold". */
  refusal: string | undefined
}

/**
 * Whether a scan of it says that it came back: a courier has it, or it is back already. A delivered one is here by
 * mistake, or came back after all, and one that was shipped without a number may be here to get one: an admin is asked.
 */
export function hasLeft({ order, stage }: OrderWithHistory): boolean {
  const { status, trackingNumber, outcome } = order
  const isOut = ['not_delivered', 'coming_back', 'came_back'].includes(stage)
  return isOut || outcome !== undefined || (status === 'shipped' && trackingNumber !== undefined)
}

/** Undefined where it may leave. `isOfBatch`: with the batch that is packed, or with any. */
export function refusalOf(
  { order, reasons }: OrderWithHistory,
  isOfBatch: boolean,
): string | undefined {
  if (order.status === 'cancelled') return whyCancelled(order, 'was ')
  if (isErased(order)) return 'has no customer any more: the personal data was erased'
  if (order.status === 'delivered') return 'is delivered already'
  const stopping = reasonsLeft(reasons)
  if (stopping.length > 0) return reasonSentence(stopping)
  if (!isOfBatch) return 'is not among these parcels: it was taken out, or is among others'
  return order.courier
    ? undefined
    : 'has no courier: it was taken out of its parcels, or was in none'
}
