/* An order that may get a tracking number, and what may be one. */
import { numberProblem, quote, toReference } from '#desk/files/cell.ts'
import type { HeaderNames } from '#desk/files/headers.ts'
import type { Order } from '#order/order.ts'
import { isSamePhone } from '#order/phone.ts'
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
export interface Receivers extends HeaderNames {
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
  return isOfCustomer ? `${shown} is a phone number, not a tracking number.` : numberProblem(number)
}
