/* Orders as the API takes them, as the site shows them, and as the admin's list shows them. */

import { randomBytes, randomInt } from 'node:crypto'
import { NOT_TOLD } from '#admin/order/told.ts'
import type { WholeOrder } from '#admin/order/whole-order.ts'
import type { OrdersOfCustomer } from '#admin/order-page/order-with-history.ts'
import type { OrderCounts } from '#admin/orders/list/counts.api.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import type { OrderParcel } from '#admin/parcels/parcels.ts'
import type { NumberedOrder } from '#desk/files/numbers/numbered-order.ts'
import { fromMinor } from '#kit/money.ts'
import type { Order, OrderItem } from '#order/order.ts'
import { ORDER_STATUSES, type OrderStatus } from '#order/status.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { goodAddress } from './address-cases.ts'
import { otherProduct, product, type SoldProduct } from './catalogue.ts'

export const token = 'a-token-that-only-one-device-has'

const NONE_OF_A_STATUS = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<
  OrderStatus,
  number
>

export const NO_EARLIER_ORDERS: OrdersOfCustomer = {
  ...NONE_OF_A_STATUS,
  joined: 0,
  count: 0,
}

export const NO_ORDERS: OrderCounts = { ...NONE_OF_A_STATUS, all: 0, marked: 0, groups: [] }

export interface ItemRequest {
  id: string
  size: string
  quantity: number
  price: number
}

/** A line with the nth product of the catalogue, as the browser sends it. */
export function anItem(nth = 0, quantity = 1): ItemRequest {
  const product = priceList[nth]
  if (!product) throw new Error(`The price list has no product ${nth}`)
  const [size] = product.sizes
  return { id: product.id, size: size.label, quantity, price: fromMinor(sellingPrice(size)) }
}

/** A valid argument of place_order(): the total is the sum of the items. */
export function anOrderRequest(change: Record<string, unknown> = {}, items = [anItem()]) {
  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  return {
    id: 'ABCDEFGH',
    token,
    items,
    total,
    shippingAddress: goodAddress,
    paymentMethod: 'cash_on_delivery',
    ...change,
  }
}

/** A row of the act "enter", made of a request. */
export function anEntry({ paymentMethod: _, token: __, ...order } = anOrderRequest(), change = {}) {
  return { ...order, source: 'phone', ...change }
}

/** The nth of several requests, with an id, a token and a phone of its own. */
export function anAttempt(nth: number, change: Record<string, unknown> = {}) {
  const number = String(nth).padStart(5, '0')
  const shippingAddress = { ...goodAddress, phone: `030010${number}` }
  return anOrderRequest({ id: `NTH${number}`, token: token + number, shippingAddress, ...change })
}

const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A request with a random id, token and phone, so that limits of other tests do not apply. */
export function aNewOrder(change: Record<string, unknown> = {}) {
  const phone = `03${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  return anOrderRequest({
    id: Array.from({ length: 8 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join(''),
    token: randomBytes(24).toString('base64url'),
    shippingAddress: { ...goodAddress, phone },
    ...change,
  })
}

/** A saved order: two of one product and one of another. */
export function anOrder(changes: Partial<Order> = {}): Order {
  const items = [lineOf(otherProduct, 2), lineOf(product, 1)]
  return {
    id: 'ABCDEFGH',
    items,
    total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    status: 'pending',
    date: '2026-11-21T08:00:00Z',
    estimatedDelivery: '2026-11-28',
    trackingNumber: undefined,
    trackingHistory: [{ status: 'pending', at: '2026-11-21T08:00:00Z', by: 'customer' }],
    paymentMethod: 'cash_on_delivery',
    shippingAddress: goodAddress,
    masked: false,
    version: 1,
    advance: 0,
    courier: undefined,
    courierName: undefined,
    trackingPage: undefined,
    replaces: undefined,
    booked: false,
    mayChange: false,
    asOf: '2026-11-22T05:00:00Z',
    confirmed: false,
    outcome: undefined,
    cancellation: undefined,
    request: undefined,
    parcelState: undefined,
    joined: false,
    ...changes,
  }
}

/** An order that may get a tracking number. */
export function aNumberedOrder(id: string, change: Partial<NumberedOrder> = {}): NumberedOrder {
  const to = { fullName: 'Sana', phone: '0300 1234567', city: 'Lahore' }
  return { id, ...to, toCollect: 100_000, trackingNumber: undefined, ...change }
}

function lineOf({ id, name, sizes: [size] }: SoldProduct, quantity: number): OrderItem {
  const image = `/thumbnails/${id}.webp`
  return { id, name, image, price: sellingPrice(size), quantity, size: size.label }
}

/** The same, with what an export has besides. */
export function aWholeOrder(changes: Partial<WholeOrder> = {}): WholeOrder {
  return {
    ...anOrder(changes),
    told: NOT_TOLD,
    reasons: [],
    stage: 'to_confirm',
    confirmation: NOT_CONFIRMED,
    endReason: null,
    ...changes,
  }
}

/** The current parcel of an order, which the courier has. */
export const A_PARCEL: OrderParcel = {
  nth: 1,
  isCurrent: true,
  courier: null,
  trackingNumber: null,
  state: 'handed_over',
  stateAt: '',
  reason: null,
  damaged: false,
  toCollect: 0,
  paid: 0,
  events: [],
  money: [],
}

export const NOT_CONFIRMED: WholeOrder['confirmation'] = {
  state: 'open',
  by: null,
  reason: null,
  noAnswers: 0,
}

/** A row of the admin's list of orders. */
export function anOrderSummary(changes: Partial<OrderSummary> = {}): OrderSummary {
  return {
    id: 'ABCDEFGH',
    date: '2026-11-21T08:00:00Z',
    status: 'pending',
    version: 1,
    total: 389_700,
    trackingNumber: undefined,
    fullName: 'Ayesha Khan',
    phone: '0300 1234567',
    city: 'Lahore',
    state: 'Punjab',
    postalCode: '54000',
    courier: undefined,
    advance: 0,
    booked: false,
    source: 'website',
    marks: [],
    reasons: [],
    stage: 'to_confirm',
    confirmation: null,
    items: [],
    outcome: undefined,
    endReason: null,
    replaces: null,
    replacedBy: null,
    ...changes,
  }
}
