/* Texts of an order's page: its history, and the earlier orders of its phone. */
import { type HistoryEntry, ORDER_STATUSES, statusName } from '#features/orders/order.ts'
import type { EarlierOrders } from '../orders.ts'

interface HistoryLine {
  change: string
  /** ISO timestamp. */
  at: string
  by: string
}

const NAMES: Record<HistoryEntry['by'], string> = {
  customer: 'Customer',
  system: 'System',
  admin: 'Admin',
}

/** Oldest first, like the history. */
export function historyLines(history: readonly HistoryEntry[]): HistoryLine[] {
  return history.map((entry, index) => ({
    change: describeChange(entry, history[index - 1]),
    at: entry.at,
    by: NAMES[entry.by],
  }))
}

function describeChange(entry: HistoryEntry, previous: HistoryEntry | undefined): string {
  if (!previous) return 'Order placed'
  const changes = [
    entry.status !== previous.status && `Status: ${statusName(entry.status)}`,
    entry.trackingNumber && `Tracking number: ${entry.trackingNumber}`,
    entry.trackingNumber === null && 'Tracking number removed',
  ]
  return changes.filter(Boolean).join(', ')
}

/** `3 earlier orders from this phone: 2 delivered, 1 cancelled`. */
export function formatEarlierOrders(earlier: EarlierOrders): string {
  if (earlier.count === 0) return 'First order from this phone'
  const statuses = ORDER_STATUSES.filter((status) => earlier[status] > 0)
    .map((status) => `${earlier[status]} ${status}`)
    .join(', ')
  const orders = earlier.count === 1 ? '1 earlier order' : `${earlier.count} earlier orders`
  return `${orders} from this phone: ${statuses}`
}
