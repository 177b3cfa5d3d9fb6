/* The list of orders: its rows, and its query in the URL. */

import { type Cursor, type Page, type Paging, pagingParams } from '#admin/lists/list.ts'
import type { Confirmation } from '#admin/order/confirmation.ts'
import type { ContentLine } from '#admin/order/contents-text.ts'
import type { EndReason } from '#admin/order/ending.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { OrderSource } from '#admin/order/source.ts'
import type { Stage } from '#admin/order/stages.ts'
import type { QuerySchema } from '#kit/query-state.ts'
import type { OrderOutcome } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { ORDER_STATUSES, type OrderStatus, statusName } from '#order/status.ts'
import type { OrderMark } from './marks/marks.ts'
import { type OrderFilter, orderFilterSchema } from './order-filter.ts'

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
  postalCode: string
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
  /** Null without the desk. */
  stage: Stage | null
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

/** The options of a select. */
export const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: statusName(value) }))

/** A count that stops there: `1000+`. */
export function formatUpTo1000(count: number): string {
  return count < 1000 ? String(count) : '1000+'
}
