/* The statuses of an order (docs/product.md, rules 7.1, 7.10 and 7.15). */
import { STATUS_WORDS } from './texts/order-words.ts'

export type OrderStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

interface StatusDefinition {
  label: string
  /** Classes of the badge. */
  badge: string
  /** Its step of the timeline, and the message there while the order has this status. */
  step?: { name: string; message: string }
  /** What happens next, for the customer. */
  next: string
  /** Not sent yet: it can be booked, and until then changed and cancelled. */
  isOpen: boolean
  /** Whether the courier has the parcel. */
  isOnItsWay: boolean
  /** Delivered or cancelled: nothing is to be paid any more, and its customer is asked and told nothing. */
  isFinal: boolean
}

const OPEN = { isOpen: true, isOnItsWay: false, isFinal: false }
const ON_ITS_WAY = { isOpen: false, isOnItsWay: true, isFinal: false }
const FINAL = { isOpen: false, isOnItsWay: false, isFinal: true }

/**
 * Every status, in the order of the timeline. The database has its own in supabase/schemas/shop/statuses.sql, which
 * tests/parity compares.
 */
export const STATUS_TABLE: Record<OrderStatus, StatusDefinition> = {
  pending: { ...STATUS_WORDS.pending, ...OPEN, badge: 'border-amber text-amber' },
  processing: { ...STATUS_WORDS.processing, ...OPEN, badge: 'border-forest text-forest' },
  shipped: {
    ...STATUS_WORDS.shipped,
    ...ON_ITS_WAY,
    badge: 'border-amber bg-amber text-on-amber',
  },
  delivered: {
    ...STATUS_WORDS.delivered,
    ...FINAL,
    badge: 'border-forest bg-forest text-on-forest',
  },
  cancelled: { ...STATUS_WORDS.cancelled, ...FINAL, badge: 'border-danger text-danger' },
}

export const ORDER_STATUSES = Object.keys(STATUS_TABLE) as OrderStatus[]

/**
 * What a status means. One of a newer database has its own text as the label, and nothing else: such an order is neither
 * open nor final.
 */
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
