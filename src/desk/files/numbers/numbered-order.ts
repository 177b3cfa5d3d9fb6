/* An order that may get a tracking number, and what may be one. */
import { trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { quote, toReference, toTrackingNumber, wasShortened } from '#desk/files/cell.ts'
import type { Naming } from '#desk/files/headers.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { isPakistaniMobile, isSamePhone } from '#order/phone.ts'
import { amountToCollect } from '#order/sums.ts'

export interface NumberedOrder {
  id: string
  fullName: string
  phone: string
  city: string
  /** Minor units that the courier collects. */
  toCollect: number
  trackingNumber: string | undefined
  /** Why it gets no number: "is cancelled". */
  closed?: string | undefined
}

/** The orders that may get numbers, and the headers of the files of their courier. */
export interface Receivers extends Naming {
  orders: readonly NumberedOrder[]
  /** The orders in the order in which a column without ids may stand: that of the sheet. Tried one after the other. */
  sequences: readonly (readonly NumberedOrder[])[]
}

export function toNumbered(order: Order, closed: string | undefined): NumberedOrder {
  const { id, trackingNumber, shippingAddress } = order
  const { fullName, phone, city } = shippingAddress
  return { id, fullName, phone, city, toCollect: amountToCollect(order), trackingNumber, closed }
}

/** What the database knows of the numbers of a list. */
export interface KnownNumbers {
  /** By number: the order that has it. */
  taken: ReadonlyMap<string, { id: string; fullName: string }>
  /** Those that are ids of orders. */
  orderIds: ReadonlySet<string>
}

export const NOTHING_KNOWN: KnownNumbers = { taken: new Map(), orderIds: new Set() }

/** Digits enough to be a number of a courier, and nothing else that lists have. */
export function looksLikeNumber(cell: string): boolean {
  const number = toTrackingNumber(cell)
  const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(number)
  return (
    number.length >= 7 &&
    /\d{3}/.test(number) &&
    !isDate &&
    !isPhone(number) &&
    trackingNumberProblem(number) === undefined
  )
}

/** A mobile of Pakistan with what is dialled before it: without that, a courier's number may look the same. */
export function isPhone(number: string): boolean {
  return /^(\+|0)/.test(number) && isPakistaniMobile(number)
}

/** Why this is not the tracking number of an order, or of this one of them. Undefined where it may be. */
export function wrongNumber(
  number: string,
  orders: readonly Pick<NumberedOrder, 'id' | 'phone'>[],
  { taken, orderIds }: KnownNumbers = NOTHING_KNOWN,
  order?: Pick<NumberedOrder, 'id' | 'closed'>,
): string | undefined {
  if (order?.closed) return `${order.id} ${order.closed}: its number ${number} is left out.`
  const shown = quote(number)
  const other = taken.get(number)
  if (order && other && other.id !== order.id) {
    return `${shown} belongs to ${other.id} (${other.fullName}) already.`
  }
  const reference = toReference(number)
  if (orderIds.has(reference) || orders.some(({ id }) => id === reference)) {
    return `${shown} is an order id, not a tracking number.`
  }
  const digits = number.replace(/\D/g, '')
  const isOfCustomer =
    digits.length >= 10 &&
    /^\+?[\d ()-]+$/.test(number) &&
    orders.some(({ phone }) => isSamePhone(phone, number))
  if (isOfCustomer || isPhone(number)) return `${shown} is a phone number, not a tracking number.`
  if (wasShortened(number)) {
    return `${shown} was shortened by a spreadsheet: its column must be a text.`
  }
  const problem = trackingNumberProblem(number)
  return problem && `${shown}: ${problem}`
}

/** Whether it may be an order id of this shop. */
export function mayBeOrderId(number: string): boolean {
  return isOrderId(toReference(number))
}
