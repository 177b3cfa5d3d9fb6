/* Parcels whose delivery failed (docs/product.md, rules 22.49 and 22.50). */
import { formatPhone, type Told } from '#admin/order/orders.ts'
import { formatMoney } from '#kit/money.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'

export interface FailedParcel {
  orderId: string
  fullName: string
  phone: string
  city: string
  courier: string | null
  trackingNumber: string | null
  /** As a code. */
  reason: string | null
  /** The courier's word for the state. */
  word: string | null
  /** ISO timestamp of the failed delivery, and the days since. */
  at: string
  days: number
  /** ISO timestamp: when the customer was told of it. */
  toldAt: string | null
}

/** With the order that the message is about; undefined where it was deleted meanwhile. */
export interface FailedRow extends FailedParcel {
  order: Order | undefined
  told: Told
}

/** `Today`, `1 day ago`, `5 days ago`. */
export function formatDaysAgo(days: number): string {
  if (days <= 0) return 'Today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** For the courier's own page: what to deliver again, where and for how much. */
export function remarkFor(
  { trackingNumber }: Pick<FailedParcel, 'trackingNumber'>,
  order: Order,
): string {
  const { fullName, address, city, landmark, phone, secondPhone } = order.shippingAddress
  const phones = [phone, secondPhone].filter(Boolean).map((one) => formatPhone(String(one)))
  const place = [address, landmark, city].filter(Boolean).join(', ')
  return [
    `Please deliver ${trackingNumber ?? order.id} again, and call before: ${phones.join(' or ')}.`,
    `${fullName}, ${place}.`,
    `Cash ${formatMoney(amountToCollect(order))}.`,
  ].join(' ')
}
