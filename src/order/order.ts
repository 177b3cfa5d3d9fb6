/* Domain types and the statuses of an order (docs/product.md, rules 7.1, 7.10 and 7.15). */
import { foldDigits } from '#kit/text.ts'
import type { ShippingAddress } from './address/address.ts'
import { isOrderId } from './order-id.ts'

export type OrderStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

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

/** How the delivery of a cancelled order failed. */
export type OrderOutcome = 'returned' | 'refused'

/** Why customers cancel, and the label of each reason (docs/product.md, rule 7.17). */
export const CANCEL_REASONS = {
  changed_mind: 'I changed my mind',
  wrong_order: 'I ordered the wrong thing',
  too_late: 'It comes too late',
  other: 'Another reason',
} as const

export type CancelReason = keyof typeof CANCEL_REASONS

export interface Cancellation {
  reason: CancelReason
  text?: string | null
}

/** What customers report about a delivered order, and the label of each kind (docs/product.md, rule 7.19). */
export const HELP_KINDS = {
  damaged: 'An item arrived damaged',
  wrong_item: 'I received a wrong item',
} as const

export type HelpKind = keyof typeof HELP_KINDS

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

export interface Order {
  id: string
  items: OrderItem[]
  /** Minor units. */
  total: number
  status: OrderStatus
  /** ISO timestamp. */
  date: string
  /** `2026-11-28` */
  estimatedDelivery: string
  trackingNumber: string | undefined
  trackingHistory: HistoryEntry[]
  paymentMethod: string
  shippingAddress: ShippingAddress
  /** Whether fields of the address are hidden from a caller who has only the order's id. */
  masked: boolean
  /** Counts the changes of the order. A change names the version that it was made from. */
  version: number
  /** Minor units, paid before delivery. */
  advance: number
  /** The id of a courier in the settings. */
  courier: string | undefined
  /** Whether a courier has or had it, or it is not open any more: then it is not corrected. */
  booked: boolean
  /** Whether this device may change or cancel it. */
  mayChange: boolean
  outcome: OrderOutcome | undefined
  /** Undefined where the customer did not cancel it. */
  cancellation: Cancellation | undefined
  request: HelpRequest | undefined
}

interface StatusDefinition {
  label: string
  /** Classes of the badge. */
  badge: string
  /** Its step of the timeline, and the message there while the order has this status. */
  step?: { name: string; message(order: Order): string }
  /** What happens next, for the customer. */
  next: string
  /** Not sent yet: it can be booked, and until then changed and cancelled. */
  isOpen: boolean
  /** The courier has it. */
  isOnItsWay: boolean
  /** Nothing is sent any more. */
  isFinal: boolean
}

/**
 * Every status, in the order of the timeline; of the last three columns one is true. The database has its own in
 * supabase/schemas/statuses.sql, which tests/parity compares.
 */
export const STATUS_TABLE: Record<OrderStatus, StatusDefinition> = {
  pending: {
    label: 'Pending',
    badge: 'border-amber text-amber',
    step: {
      name: 'Order Placed',
      message: () => 'Your order has been placed and is awaiting processing.',
    },
    next: 'Next, we check your order and pack it.',
    isOpen: true,
    isOnItsWay: false,
    isFinal: false,
  },
  processing: {
    label: 'Processing',
    badge: 'border-forest text-forest',
    step: {
      name: 'Order Processing',
      message: () => 'Your order is being prepared for shipment.',
    },
    next: 'Next, we hand your parcel to the courier.',
    isOpen: true,
    isOnItsWay: false,
    isFinal: false,
  },
  shipped: {
    label: 'Shipped',
    badge: 'border-amber bg-amber text-on-amber',
    step: {
      name: 'Order Shipped',
      message: ({ trackingNumber }) =>
        'Your order has been shipped and is on the way.' +
        (trackingNumber ? ` Tracking number: ${trackingNumber}` : ''),
    },
    next: 'Next, the rider brings it to your door. Please keep your phone near.',
    isOpen: false,
    isOnItsWay: true,
    isFinal: false,
  },
  delivered: {
    label: 'Delivered',
    badge: 'border-forest bg-forest text-on-forest',
    step: {
      name: 'Order Delivered',
      message: () => 'Your order has been delivered. Enjoy your products!',
    },
    next: 'Your parcel is with you. Is an item damaged or wrong? Tell us within 3 days.',
    isOpen: false,
    isOnItsWay: false,
    isFinal: true,
  },
  cancelled: {
    label: 'Cancelled',
    badge: 'border-danger text-danger',
    next: 'Nothing will be sent and nothing is owed.',
    isOpen: false,
    isOnItsWay: false,
    isFinal: true,
  },
}

export const ORDER_STATUSES = Object.keys(STATUS_TABLE) as OrderStatus[]

/** Of an unknown status: its own text as the label, and nothing else. Such an order is neither open nor final. */
export function statusDefinition(status: OrderStatus): StatusDefinition {
  const definition: StatusDefinition | undefined = STATUS_TABLE[status]
  return (
    definition ?? {
      label: status,
      badge: 'border-edge',
      next: '',
      isOpen: false,
      isOnItsWay: false,
      isFinal: false,
    }
  )
}

export function statusName(status: OrderStatus): string {
  return statusDefinition(status).label
}

interface Ending {
  /** The heading of the order's page. */
  heading: string
  title: string
  notice: string
}

const ENDINGS: Record<'cancelled' | OrderOutcome, Ending> = {
  cancelled: {
    heading: 'Your order was cancelled',
    title: 'Order cancelled',
    notice: 'This order was cancelled. Nothing will be sent and nothing is owed.',
  },
  returned: {
    heading: 'Your order was returned',
    title: 'Order returned',
    notice: 'The parcel came back to us. Nothing will be sent and nothing is owed.',
  },
  refused: {
    heading: 'Your order was not accepted',
    title: 'Order not accepted',
    notice: 'The parcel was not accepted at the door. Nothing will be sent and nothing is owed.',
  },
}

/** What the pages of an order say that ended without a delivery. Undefined for every other order. */
export function endingOf({
  status,
  outcome,
}: Pick<Order, 'status' | 'outcome'>): Ending | undefined {
  return status === 'cancelled' ? ENDINGS[outcome ?? 'cancelled'] : undefined
}

/** The heading of a page of the order. `whileOpen` is that of an order on its way. */
export function orderHeading(order: Order, whileOpen: string): string {
  if (order.status === 'delivered') return 'Your order has arrived'
  return endingOf(order)?.heading ?? whileOpen
}

export const PAYMENT_METHOD = 'cash_on_delivery'

/** `cash_on_delivery` → `cash on delivery`. */
export function paymentMethodName(paymentMethod: string): string {
  return paymentMethod.replaceAll('_', ' ')
}

/** The order number in a link of an order, or in words such as "my order ABCD EFGH of 1598.00". */
const NAMED_ID =
  /\border(?:\/(?:confirmation|tracking)\/|(?:\s+(?:number|no|id)\b)?[^0-9a-z]+)((?:[0-9a-z][\s-]*){8})(?![0-9a-z])/i

/** A typed order number, or a text that names one, as the id; undefined where there is none. In any case. */
export function parseOrderId(typed: string): string | undefined {
  const text = foldDigits(typed).replace(/\p{Cf}/gu, '')
  const id = (NAMED_ID.exec(text)?.[1] ?? text.replace(/\border\b/i, ''))
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
  return isOrderId(id) ? id : undefined
}

/** What the database writes in place of an erased phone: private.erased_address(). */
const ERASED = '—'

/** Whether the personal data of an order was erased. */
export function isErased({ shippingAddress }: Pick<Order, 'shippingAddress'>): boolean {
  return shippingAddress.phone === ERASED
}
