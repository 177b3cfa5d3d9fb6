/* The two CSV files: orders in full, and what a courier needs to book them (docs/product.md, rule 15.4). */

import { settings } from '#config/settings.ts'
import { type Order, paymentMethodName, statusName } from '#features/orders/order.ts'
import { courierPhone } from '#features/orders/phone.ts'
import { formatMoment } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { countUnits } from '../orders.ts'
import type { Cell } from './csv.ts'

export interface Sheet {
  /** The beginning of the file's name. */
  name: string
  header: string[]
  includes(order: Order): boolean
  toRow(order: Order): Cell[]
}

export const orderSheet: Sheet = {
  name: 'orders',
  header: [
    'Order ID',
    'Date',
    'Status',
    'Customer',
    'Phone',
    'Address',
    'City',
    'State',
    'Postal Code',
    'Country',
    'Items',
    'Pieces',
    'Total',
    'Payment Method',
    'Tracking Number',
    'Estimated Delivery',
  ],
  includes: () => true,
  toRow: ({ shippingAddress: to, ...order }) => [
    order.id,
    formatMoment(order.date),
    statusName(order.status),
    to.fullName,
    to.phone,
    to.address,
    to.city,
    to.state,
    to.postalCode,
    to.country,
    order.items.map((item) => `${item.quantity} x ${item.name} (${item.size})`).join('; '),
    countUnits(order.items),
    formatMoney(order.total),
    paymentMethodName(order.paymentMethod),
    order.trackingNumber ?? '',
    order.estimatedDelivery,
  ],
}

/** Leaves out orders that are not sent any more. */
export const courierSheet: Sheet = {
  name: 'courier',
  header: ['Name', 'Phone', 'City', 'Address', 'Amount to Collect', 'Pieces', 'Reference'],
  includes: ({ status }) => status !== 'cancelled' && status !== 'delivered',
  toRow: ({ shippingAddress: to, ...order }) => [
    to.fullName,
    courierPhone(to.phone),
    to.city,
    [
      to.address,
      `${to.state} ${to.postalCode}`,
      ...(to.country.toLowerCase() === settings.country.toLowerCase() ? [] : [to.country]),
    ].join(', '),
    formatMoney(order.total),
    countUnits(order.items),
    order.id,
  ],
}
