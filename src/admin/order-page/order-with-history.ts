/* An order with its notes, its log and the other orders of its phone, as its page shows it. */

import type { ChangedParts } from '#admin/acts/differences.ts'
import type { Confirmation, ContactAttempt } from '#admin/order/confirmation.ts'
import type { EndReason } from '#admin/order/ending.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { OrderSource } from '#admin/order/source.ts'
import type { Stage } from '#admin/order/stages.ts'
import type { Told } from '#admin/order/told.ts'
import type { OrderMark } from '#admin/orders/marks/marks.ts'
import type { OrderParcel } from '#admin/parcels/parcels.ts'
import type { ShippingAddress } from '#order/address/address.ts'
import type { Actor, Order } from '#order/order.ts'
import type { OrderStatus } from '#order/status.ts'

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

/** The other orders of the same phone, counted by status. Those that went with another one's parcel are apart. */
export type OrdersOfCustomer = Record<OrderStatus | 'joined' | 'count', number>

export type OpenOrder = Pick<Order, 'id' | 'version' | 'date' | 'total' | 'items'> &
  Pick<ShippingAddress, 'fullName' | 'city'> & { isHeld: boolean }

export interface OrderWithHistory {
  order: Order
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  confirmation: Confirmation
  /** Oldest first. */
  attempts: ContactAttempt[]
  told: Told
  endReason: EndReason | null
  /** Other open orders of the phone, which may go in the same parcel: the 20 newest, oldest first. */
  sameCustomer: OpenOrder[]
  /** How many there are. */
  sameCustomerCount: number
  joined: { into: string | null; from: string[] }
  /** The newest order that replaces items of this one. */
  replacedBy: string | null
  earlier: OrdersOfCustomer
  marks: OrderMark[]
  source: OrderSource
  /** Oldest first. */
  parcels: OrderParcel[]
  /** ISO timestamp: when too many wrong phones were last tried at the order. */
  manyTriesAt: string | null
  /** Oldest first. */
  notes: OrderNote[]
  /** Oldest first. */
  changes: OrderChangeEntry[]
}
