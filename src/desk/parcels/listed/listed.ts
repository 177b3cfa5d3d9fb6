/* Parcels that were not delivered, or came back (docs/desk-rules.md, rules 22.49, 22.50 and 22.61). */

import type { WholeOrder } from '#admin/order/whole-order.ts'
import type { ParcelState } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import type { CheckInAct } from '#desk/parcels/scan/check-in-acts.ts'
import type { Order } from '#order/order.ts'
import { formatPhone } from '#order/phone.ts'
import { amountToCollect } from '#order/sums.ts'

/** The stages that have a list. */
export type ListedStage = 'not_delivered' | 'came_back'

export interface ListedParcel {
  orderId: string
  order: WholeOrder
  state: ParcelState
  /** As a code. */
  reason: string | null
  /** The courier's word for the state. */
  word: string | null
  /** ISO timestamp of the state, and the days since. */
  at: string
  days: number
  /** ISO timestamp: when the customer was told of it. */
  toldAt: string | null
}

/** What may be done about it, by one press each. */
export function actsFor({ state }: ListedParcel): CheckInAct[] {
  switch (state) {
    case 'attempt_failed':
      return ['try_again', 'bring_back']
    case 'lost':
      return ['found']
    default:
      return ['received_back', 'damaged', 'lost']
  }
}

/** `1 day ago`, `5 days ago`. Nothing of today, which the row says with its time. */
export function formatDaysAgo(days: number): string {
  if (days <= 0) return ''
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** For the courier's own page: what to send back instead of delivering it. */
export function textToBringBack({ id, trackingNumber }: Order): string {
  return `Please send ${trackingNumber ?? id} back to us, and do not deliver it again.`
}

/** For the courier's own page: what to deliver again, where and for how much. */
export function textForCourier(order: Order): string {
  const { id, trackingNumber } = order
  const { fullName, address, city, landmark, phone, secondPhone } = order.shippingAddress
  const phones = [phone, secondPhone].filter(Boolean).map((one) => formatPhone(String(one)))
  const place = [address, landmark, city].filter(Boolean).join(', ')
  return [
    `Please deliver ${trackingNumber ?? id} again, and call before: ${phones.join(' or ')}.`,
    `${fullName}, ${place}.`,
    `Cash ${formatSum(amountToCollect(order))}.`,
  ].join(' ')
}
