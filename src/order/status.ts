/* The statuses of an order (docs/product.md, rules 7.1, 7.10 and 7.15). */
import { STATUS_WORDS } from './texts/order-words.ts'

export type OrderStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

interface StatusDefinition {
  label: string
  /** Classes of the badge. */
  badge: string
  /** Its step of the timeline, and the message there while the order has this status. */
  step?: { name: string; message(trackingNumber: string | undefined): string }
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
    ...STATUS_WORDS.pending,
    badge: 'border-amber text-amber',
    isOpen: true,
    isOnItsWay: false,
    isFinal: false,
  },
  processing: {
    ...STATUS_WORDS.processing,
    badge: 'border-forest text-forest',
    isOpen: true,
    isOnItsWay: false,
    isFinal: false,
  },
  shipped: {
    ...STATUS_WORDS.shipped,
    badge: 'border-amber bg-amber text-on-amber',
    isOpen: false,
    isOnItsWay: true,
    isFinal: false,
  },
  delivered: {
    ...STATUS_WORDS.delivered,
    badge: 'border-forest bg-forest text-on-forest',
    isOpen: false,
    isOnItsWay: false,
    isFinal: true,
  },
  cancelled: {
    ...STATUS_WORDS.cancelled,
    badge: 'border-danger text-danger',
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
