/* The CSV file of orders in full (docs/product.md, rule 15.4). */

import { describeConfirmation } from '#admin/order/confirmation.ts'
import { endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import type { WholeOrder } from '#admin/order/whole-order.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { parcelStateName } from '#admin/parcels/parcels.ts'
import { formatIsoMoment } from '#kit/iso-time.ts'
import { formatMoney } from '#kit/money.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#order/address/address.ts'
import { cashDue } from '#order/cash.ts'
import { isReturningOrLost, paymentMethodName } from '#order/order.ts'
import { countUnits } from '#order/order-lines.ts'
import { formatPhone } from '#order/phone.ts'
import { statusName } from '#order/status.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'
import { SUM_LABELS } from '#order/texts/sum-words.ts'
import type { CsvCell } from './write-csv.ts'

/** Where the parcel goes: what the address says besides the customer's name and phone. */
const PLACE_FIELDS = ADDRESS_FIELDS.filter((field) => field !== 'fullName' && field !== 'phone')

export const ORDER_HEADER = [
  'Order ID',
  'Date',
  'Status',
  'Confirmation',
  'Outcome',
  'Reason',
  'Customer',
  'Phone',
  ...PLACE_FIELDS.map((field) => ADDRESS_TABLE[field].label),
  'Items',
  'Pieces',
  'Total',
  'Advance',
  SUM_LABELS.toCollect,
  'Payment Method',
  'Courier',
  'Tracking Number',
  'Estimated Delivery',
  'Replaces',
]

export function toOrderRow(order: WholeOrder): CsvCell[] {
  const { shippingAddress: to } = order
  return [
    order.id,
    formatIsoMoment(order.date),
    statusName(order.status),
    describeConfirmation(order),
    outcomeOf(order),
    whyCancelled(order),
    to.fullName,
    // With a space: a spreadsheet takes digits alone for a number, without their first 0.
    formatPhone(to.phone),
    ...PLACE_FIELDS.map((field) =>
      field === 'secondPhone' ? formatPhone(to[field] ?? '') : (to[field] ?? ''),
    ),
    order.items.map((item) => `${item.quantity} x ${item.name} (${item.size})`).join('; '),
    countUnits(order.items),
    // Nothing is collected of what arrived, is lost, comes back or was cancelled: the column can be added up.
    ...[order.total, order.advance, cashDue(order)].map(formatMoney),
    paymentMethodName(order.paymentMethod),
    order.courier ? courierName(order.courier) : '',
    protectNumber(order.trackingNumber ?? ''),
    order.estimatedDelivery,
    order.replaces ?? '',
  ]
}

/** A spreadsheet would drop the first 0 and show 2.67E+13 of a long number. Imports take the apostrophe away. */
function protectNumber(number: string): string {
  return /^(0\d+|\d{12,}|\d+e\d+)$/i.test(number) ? `'${number}` : number
}

/** Why nothing is to be collected of what is shipped, too. */
function outcomeOf({ outcome, parcelState }: WholeOrder): string {
  if (outcome) return OUTCOME_NAMES[outcome]
  return parcelState && isReturningOrLost({ parcelState }) ? parcelStateName(parcelState) : ''
}

/** The admin's reason, or else the customer's. */
function whyCancelled({ endReason, cancellation }: WholeOrder): string {
  if (endReason) return endReasonName(endReason)
  return cancellation ? CANCEL_REASONS[cancellation.reason] : ''
}
