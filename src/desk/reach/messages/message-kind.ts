import type { MessageKind } from '#admin/order/told.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'

/** What the message from an order's page says: about an open request for help first, else of the state of its parcel. */
export function messageKindOf({
  order,
  confirmation,
  parcels,
}: Pick<OrderWithHistory, 'order' | 'confirmation' | 'parcels'>): MessageKind {
  if (order.request?.state === 'open') return 'help'
  switch (order.status) {
    case 'shipped':
      return parcels.at(-1)?.state === 'attempt_failed' ? 'failed' : 'shipped'
    case 'delivered':
    case 'cancelled':
      return order.status
    default:
      if (order.replaces) return 'replacement'
      return ['confirmed', 'known'].includes(confirmation.state) ? 'preparing' : 'confirm'
  }
}
