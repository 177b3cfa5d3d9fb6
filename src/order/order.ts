/* Domain types of an order. */
import type { ShippingAddress } from './address/address.ts'
import { type OrderStatus, statusDefinition } from './status.ts'
import type { CANCEL_REASONS, HELP_KINDS, NEXT_OF_PARCEL } from './texts/order-words.ts'

export interface OrderItem {
  id: string
  name: string
  image: string
  /** Minor units, for one unit, at the time of the order. */
  price: number
  quantity: number
  size: string
}

export type Actor = 'customer' | 'system' | 'admin'

/** Where the parcel of a shipped order is, where that says more than its status. */
export type ParcelNews = keyof typeof NEXT_OF_PARCEL

/** How the delivery of a cancelled order failed. */
export type OrderOutcome = 'returned' | 'refused'

export type CancelReason = keyof typeof CANCEL_REASONS

/** In characters. */
export const MAX_CANCEL_LENGTH = 300

interface Cancellation {
  reason: CancelReason
  text?: string | null
}

export type HelpKind = keyof typeof HELP_KINDS

/** In characters. */
export const MAX_HELP_LENGTH = 1000

export interface HelpRequest {
  /** ISO timestamp. */
  at: string
  kind: HelpKind
  text: string
  state: 'open' | 'answered' | 'closed'
}

/** One change of an order, written by the database. */
export interface HistoryEntry {
  status: OrderStatus
  /** ISO timestamp. */
  at: string
  by: Actor
  /** Null where the admin removed one. */
  trackingNumber?: string | null
}

/**
 * An order as its page shows it. The JSON of the backend has the same fields, of `private.order_json()` and the slots of
 * the desk; order-json.ts reads it.
 */
export interface Order {
  /** Its number, eight letters without I and O where the shop made it (rule 6.1). Digits are accepted too. */
  id: string
  /** A line for each product and size. */
  items: OrderItem[]
  /** Minor units, with shipping, as it was computed when it was ordered or corrected. */
  total: number
  status: OrderStatus
  /** ISO timestamp. */
  date: string
  /** A day of the shop's time zone: `2026-11-28`. */
  estimatedDelivery: string
  /** The courier's number of its parcel. Undefined where there is none, or it is masked. */
  trackingNumber: string | undefined
  /** The oldest first. */
  trackingHistory: HistoryEntry[]
  /** `PAYMENT_METHOD` */
  paymentMethod: string
  /** With the optional fields that were given. */
  shippingAddress: ShippingAddress
  /** Whether fields of the address are hidden from a caller who has only the order's id. */
  masked: boolean
  /** Counts the changes of the order. A change names the version that it was made from. */
  version: number
  /** Minor units, paid before delivery. */
  advance: number
  /** The id of a courier. */
  courier: string | undefined
  /** As customers know it. */
  courierName: string | undefined
  /** The courier's page about the parcel: an https URL. */
  trackingPage: string | undefined
  /** Whether a courier has or had it, or it is not open any more: then it is not corrected. */
  booked: boolean
  /** The order whose items this one replaces. Then nothing is to be paid. */
  replaces: string | undefined
  /** Whether this device may change or cancel it. */
  mayChange: boolean
  /** ISO timestamp of the response, by the clock of the database: a device's may be wrong by a year. */
  asOf: string
  /** Whether its customer has confirmed it, by a message or by a confirm link. */
  confirmed: boolean
  /** Undefined where its delivery has not failed. */
  outcome: OrderOutcome | undefined
  /** Undefined where the customer did not cancel it. */
  cancellation: Cancellation | undefined
  /** The customer reported a damaged or wrong item. */
  request: HelpRequest | undefined
  /** Undefined where it says no more than the status. */
  parcelState: ParcelNews | undefined
  /** Its items were added to another order of its phone. */
  joined: boolean
}

export const PAYMENT_METHOD = 'cash_on_delivery'

/** `cash_on_delivery` → `cash on delivery`. */
export function paymentMethodName(paymentMethod: string): string {
  return paymentMethod.replaceAll('_', ' ')
}

/** Whether no rider brings the parcel, as it is now: then no cash is due, and no day is known. */
export function isReturningOrLost({ parcelState }: Pick<Order, 'parcelState'>): boolean {
  return parcelState === 'returning' || parcelState === 'lost'
}

/** Whether its parcel is still to come. */
export function isExpected({
  status,
  parcelState,
}: Pick<Order, 'status' | 'parcelState'>): boolean {
  return !statusDefinition(status).isFinal && !isReturningOrLost({ parcelState })
}

/** What the database writes in place of an erased phone: private.address_fields(). */
const ERASED = '—'

/** Whether the personal data of an order was erased. */
export function isErased({ shippingAddress }: Pick<Order, 'shippingAddress'>): boolean {
  return shippingAddress.phone === ERASED
}

/** Whether its items may be sent again for nothing: not what its customer neither got nor paid (rule 21.30). */
export function mayBeReplaced(order: Order): boolean {
  const hasLeft = order.status === 'shipped' || order.status === 'delivered'
  return hasLeft && !isReturningOrLost(order) && !isErased(order)
}
