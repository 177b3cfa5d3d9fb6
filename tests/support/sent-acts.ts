/* What the database responds to acts, for stores. */
import type { RowResult } from '#admin/acts/acts.api.ts'
import { type DispatchChange, dispatchOf, withChange } from '#admin/acts/dispatch.ts'
import type { Order } from '#order/order.ts'
import { STATUS_TABLE } from '#order/status.ts'

/** An order that is booked, or one that is not, as the result of its row. */
export function bookedResult(order: Order, refusal?: string, change?: DispatchChange): RowResult {
  const { id, version } = order
  const { endReason = null } = change ?? {}
  const parts = { version, ...dispatchOf(order), endReason, booked: order.booked }
  return refusal === undefined
    ? { id, ok: true, order: parts }
    : { id, ok: false, code: refusal, order: parts }
}

/** The change of a row of the act "book". */
export function changeOfRow(row: Record<string, unknown>): DispatchChange {
  const { id: _, version: __, include: ___, ...change } = row
  return change
}

/** The order after its row is saved. */
export function booked(order: Order, row: Record<string, unknown>): Order {
  const after = withChange(order, changeOfRow(row))
  const isBooked = after.trackingNumber !== undefined || !STATUS_TABLE[after.status].isOpen
  return { ...after, booked: isBooked, version: order.version + 1 }
}
