import type { MessageKind } from '#admin/order/told.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import type { ParcelState } from '#admin/parcels/parcels.ts'

/**
 * What the message from an order's page says: about an open request for help first, else of the state of its parcel. One
 * that comes back or is lost has no text that is true: its customer is called. So is that of an order that is booked, and
 * held or replaced.
 */
export function messageKindOf({
  order,
  stage,
  parcels,
}: Pick<OrderWithHistory, 'order' | 'stage' | 'parcels'>): MessageKind | undefined {
  if (order.request?.state === 'open') return 'help'
  switch (order.status) {
    case 'shipped':
      return kindOfParcel(parcels.at(-1)?.state)
    case 'delivered':
    case 'cancelled':
      return order.status
    default:
      if (stage === 'replaced' || (stage === 'held' && order.booked)) return undefined
      if (order.replaces) return 'replacement'
      // Once it is booked, a link confirms nothing.
      if (order.booked || stage === 'to_pack') return 'preparing'
      return 'confirm'
  }
}

/** The message about a parcel that was handed over. Undefined where no text is true. */
export function kindOfParcel(state: ParcelState | undefined): MessageKind | undefined {
  switch (state) {
    case 'attempt_failed':
      return 'failed'
    case 'returning':
    case 'lost':
      return undefined
    default:
      return 'shipped'
  }
}
