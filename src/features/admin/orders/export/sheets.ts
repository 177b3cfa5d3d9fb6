/* The two CSV files: orders in full, and what a courier needs to book them (docs/product.md, rule 15.4). */

import { settings } from '#config/settings.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  addressLines,
} from '#features/orders/address.ts'
import {
  type Order,
  paymentMethodName,
  statusDefinition,
  statusName,
} from '#features/orders/order.ts'
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

/** Where the parcel goes: what the address says besides the customer's name and phone. */
const PLACE_FIELDS = ADDRESS_FIELDS.filter((field) => field !== 'fullName' && field !== 'phone')

export const orderSheet: Sheet = {
  name: 'orders',
  header: [
    'Order ID',
    'Date',
    'Status',
    'Customer',
    'Phone',
    ...PLACE_FIELDS.map((field) => ADDRESS_TABLE[field].label),
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
    ...PLACE_FIELDS.map((field) => to[field]),
    order.items.map((item) => `${item.quantity} x ${item.name} (${item.size})`).join('; '),
    countUnits(order.items),
    formatMoney(order.total),
    paymentMethodName(order.paymentMethod),
    order.trackingNumber ?? '',
    order.estimatedDelivery,
  ],
}

/** Fields of the address with a column of their own on the courier's sheet. */
const OWN_COLUMNS: AddressField[] = ['fullName', 'phone', 'city']

/** Leaves out orders that are not sent any more. */
export const courierSheet: Sheet = {
  name: 'courier',
  header: ['Name', 'Phone', 'City', 'Address', 'Amount to Collect', 'Pieces', 'Reference'],
  includes: ({ status }) => !statusDefinition(status).isFinal,
  toRow: ({ shippingAddress: to, ...order }) => [
    to.fullName,
    courierPhone(to.phone),
    to.city,
    addressLines(to, [...OWN_COLUMNS, ...(isDomestic(to) ? (['country'] as const) : [])])
      .map(({ text }) => text)
      .join(', '),
    formatMoney(order.total),
    countUnits(order.items),
    order.id,
  ],
}

function isDomestic({ country }: Order['shippingAddress']): boolean {
  return country.toLowerCase() === settings.country.toLowerCase()
}
