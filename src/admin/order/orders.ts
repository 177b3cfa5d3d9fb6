/* The admin's view of orders: rows of the list, its query, and what may be changed. */

import { type Cursor, type Page, type Paging, pagingParams } from '#admin/lists/list.ts'
import type { MessageLanguage } from '#config/locale.ts'
import type { QuerySchema } from '#kit/query-state.ts'
import { countOf } from '#kit/text.ts'
import type { OptionalField, ShippingAddress } from '#order/address/address.ts'
import type { Actor, CancelReason, Order, OrderItem, OrderOutcome } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { courierPhone } from '#order/phone.ts'
import { ORDER_STATUSES, type OrderStatus, statusName } from '#order/status.ts'
import { paths } from '#paths.ts'
import type { Confirmation, ContactAttempt, EndReason, MessageKind } from './confirmation.ts'
import type { ContentLine } from './contents.ts'
import { courierName } from './couriers.ts'
import type { OrderMark } from './marks.ts'
import { type OrderFilter, type OrderSource, orderFilterSchema } from './order-filter.ts'
import type { PackingReason } from './packing.ts'
import type { OrderParcel, ParcelState } from './parcels.ts'
import type { Stage } from './stages.ts'

/** One row of the list: enough to recognise an order, not enough to send it. */
export interface OrderSummary {
  id: string
  /** ISO timestamp. */
  date: string
  status: OrderStatus
  /** Counts the changes of the order: a request that changes it names the version that it changes. */
  version: number
  /** Minor units. */
  total: number
  trackingNumber: string | undefined
  fullName: string
  phone: string
  city: string
  state: string
  /** The id of a courier. */
  courier: string | undefined
  /** Minor units, paid before delivery. */
  advance: number
  /** Whether a courier has the order, or it is not open any more. */
  booked: boolean
  source: OrderSource
  /** What is worth a look before the order is sent. */
  marks: OrderMark[]
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  /** Null where the order is not open any more. */
  confirmation: Confirmation | null
  items: ContentLine[]
  outcome: OrderOutcome | undefined
  endReason: EndReason | null
  /** The order whose items this one replaces. */
  replaces: string | null
  /** The newest order that replaces items of this one. */
  replacedBy: string | null
}

export type OrderCursor = Cursor<'id'>

export interface OrderQuery extends OrderFilter, Paging<OrderCursor> {}

export type PageOfOrders = Page<OrderSummary, OrderCursor>

/** Filter and page of the list in the URL. */
export const orderQuerySchema: QuerySchema<OrderQuery> = {
  ...orderFilterSchema,
  ...pagingParams('id', isOrderId),
}

/** Of a select. */
export const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: statusName(value) }))

/** The list of the orders of this phone, in whatever form it is. */
export function ordersOfPhone(phone: string): string {
  return `${paths.adminOrders}?${new URLSearchParams({ q: phone })}`
}

/** The most rows that the API returns at once. */
export const MAX_PAGE_SIZE = 100

/** The other orders of the same phone, counted by status. */
export type OrdersOfCustomer = Record<OrderStatus | 'count', number>

/** In characters. */
export const MAX_NOTE_LENGTH = 1000

export interface OrderNote {
  id: number
  /** ISO timestamp. */
  at: string
  note: string
}

/** An entry of the log. Both sides have the same keys: what was changed. */
export interface OrderChangeEntry {
  /** ISO timestamp. */
  at: string
  actor: Actor
  before: ChangedParts
  after: ChangedParts
}

/** Money in rupees, as the database writes it. */
export interface ChangedParts {
  status?: OrderStatus
  tracking_number?: string | null
  courier?: string | null | undefined
  outcome?: OrderOutcome | null | undefined
  endReason?: EndReason | null
  cancelReason?: CancelReason | null
  cancelText?: string | null
  decision?: MarkedAct | null
  /** The state of its parcel. */
  parcel?: ParcelState
  /** The fields that differ. Entries of former versions have all. */
  shippingAddress?: Partial<ShippingAddress>
  /** The optional fields of the address that differ and are not blank. */
  extras?: Partial<Record<OptionalField, string>> | null
  items?: OrderItem[] | undefined
  total?: number | undefined
  advance?: number | undefined
}

/** What an admin decides on marked orders. Discarding cancels them. */
export type MarkedAct = 'release' | 'discard'

/** Messages about an order, and the language of the last one to its phone. */
export interface Told {
  messages: { at: string; kind: MessageKind | 'other'; language: MessageLanguage }[]
  language: MessageLanguage | null
}

export const NOT_TOLD: Told = { messages: [], language: null }

export type OpenOrder = Pick<Order, 'id' | 'version' | 'date' | 'total' | 'items'> &
  Pick<ShippingAddress, 'fullName' | 'city'>

export interface OrderInFull {
  order: Order
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  confirmation: Confirmation
  /** Oldest first. */
  attempts: ContactAttempt[]
  told: Told
  endReason: EndReason | null
  /** Other open orders of the phone, which may go in the same parcel. */
  sameCustomer: OpenOrder[]
  joined: { into: string | null; from: string[] }
  /** The newest order that replaces items of this one. */
  replacedBy: string | null
  earlier: OrdersOfCustomer
  marks: OrderMark[]
  source: OrderSource
  /** Oldest first. */
  parcels: OrderParcel[]
  /** Cancelled, and never booked. */
  mayBeDeleted: boolean
  /** ISO timestamp: when too many wrong phones were last tried at the order. */
  manyTriesAt: string | undefined
  /** Oldest first. */
  notes: OrderNote[]
  /** Oldest first. */
  changes: OrderChangeEntry[]
}

/** An order of which everything but its history is known. */
export interface WholeOrder extends Order {
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  confirmation: Confirmation
  endReason: EndReason | null
  told: Told
}

/** What the backend did not do, and why. */
export interface Refusal {
  ok: false
  code: string
  field?: string
  /** Of a 'stale' change: the order as it is now. */
  order?: Order
  /** Of a change that is 'not_packable': why the order may not leave. */
  reasons?: PackingReason[]
}

/** Of an act that shows nothing new. */
export type ActResult = { ok: true } | Refusal

/** `1 order`, `2 orders`. */
export function formatCount(count: number): string {
  return countOf(count, 'order')
}

/** A count that stops there: `1000+`. */
export function formatUpTo1000(count: number): string {
  return count < 1000 ? String(count) : '1000+'
}

/** `+92 321-1000001` → `0321 1000001`, as it is dialled in Pakistan: short, and alike in every row. */
export function formatPhone(phone: string): string {
  return courierPhone(phone).replace(/^(03\d\d)(?=\d{7}$)/, '$1 ')
}

/** `TCS 770012345`: the courier that has the parcel, and the number, as far as they are known. */
export function formatParcel({
  courier,
  trackingNumber,
}: Partial<Record<'courier' | 'trackingNumber', string | null | undefined>>): string {
  return [courier && courierName(courier), trackingNumber].filter(Boolean).join(' ')
}
