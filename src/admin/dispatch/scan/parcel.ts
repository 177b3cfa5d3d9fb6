/* The parcel of a slip that was scanned, as the database has its order now, and why it must not leave. */
import { HOLD_REASONS } from '#admin/order/confirmation.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { whyCancelled } from '#admin/print/printing.store.ts'
import { isErased } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import type { NumberedOrder } from '../numbers/cells.ts'

export interface Parcel {
  found: OrderInFull
  /** Follows the order id, where this parcel must not leave: "is on hold". */
  refusal: string | undefined
  /** When the database was asked, in milliseconds. */
  askedAt: number
  /** Whether the last scan could not ask again. */
  isOld: boolean
}

/** The batch that is packed, and whether it has the order now. */
export interface BatchOfParcel {
  id: number
  hasOrder: boolean
}

export function refusalOf(
  { order, confirmation, marks }: Pick<OrderInFull, 'order' | 'confirmation' | 'marks'>,
  batch: BatchOfParcel | undefined,
): string | undefined {
  if (order.status === 'cancelled') return `was ${whyCancelled(order)}`.replace('was its', 'its')
  if (isErased(order)) return 'has no customer any more: the personal data was erased'
  if (order.status === 'delivered') return 'is delivered already'
  if (confirmation.state === 'held') {
    const reason = confirmation.reason && HOLD_REASONS[confirmation.reason].toLowerCase()
    return `is on hold${reason ? ` (${reason})` : ''}`
  }
  if (marks.includes('customer_changed'))
    return 'was changed by its customer, and no admin has looked at it since'
  if (batch && !batch.hasOrder) return `is not in batch ${batch.id}: it left it, or has another`
  return order.courier ? undefined : 'has no courier: it left its batch, or was in none'
}

export function toNumbered({ found: { order }, refusal }: Parcel): NumberedOrder {
  const { id, trackingNumber, shippingAddress } = order
  const { fullName, phone, city } = shippingAddress
  const toCollect = amountToCollect(order)
  return { id, trackingNumber, fullName, phone, city, toCollect, closed: refusal }
}
