/* The CSV file of orders in full (docs/product.md, rule 15.4). */

import { formatIso } from '#kit/iso-time.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#order/address/address.ts'
import { type Order, paymentMethodName } from '#order/order.ts'
import { countUnits } from '#order/order-lines.ts'
import { statusName } from '#order/status.ts'
import { amountText, paymentSums } from '#order/sums.ts'
import type { CsvCell } from './csv.ts'

/** Where the parcel goes: what the address says besides the customer's name and phone. */
const PLACE_FIELDS = ADDRESS_FIELDS.filter((field) => field !== 'fullName' && field !== 'phone')

export const ORDER_HEADER = [
  'Order ID',
  'Date',
  'Status',
  'Customer',
  'Phone',
  ...PLACE_FIELDS.map((field) => ADDRESS_TABLE[field].label),
  'Items',
  'Pieces',
  // Programs that read the file know the advance by this name.
  ...paymentSums({ total: 0, advance: 0 }).map(({ name, label }) =>
    name === 'advance' ? 'Advance' : label,
  ),
  'Payment Method',
  'Courier',
  'Tracking Number',
  'Estimated Delivery',
]

export function toOrderRow({ shippingAddress: to, ...order }: Order): CsvCell[] {
  return [
    order.id,
    formatIso(order.date),
    statusName(order.status),
    to.fullName,
    to.phone,
    ...PLACE_FIELDS.map((field) => to[field] ?? ''),
    order.items.map((item) => `${item.quantity} x ${item.name} (${item.size})`).join('; '),
    countUnits(order.items),
    ...paymentSums(order).map(amountText),
    paymentMethodName(order.paymentMethod),
    order.courier ?? '',
    order.trackingNumber ?? '',
    order.estimatedDelivery,
  ]
}
