import type { OrderSummary } from '#features/admin/orders/order-list.ts'

/** A row of the owner's list, with what a test wants different. */
export function anOrderSummary(changes: Partial<OrderSummary> = {}): OrderSummary {
  return {
    id: 'ABCDEFGH',
    date: '2026-11-21T08:00:00Z',
    status: 'pending',
    total: 389_700,
    trackingNumber: undefined,
    fullName: 'Ayesha Khan',
    phone: '0300 1234567',
    city: 'Lahore',
    state: 'Punjab',
    ...changes,
  }
}
