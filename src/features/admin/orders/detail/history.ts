/* An order's past, told to the owner: what changed, when, and who did it. */
import { type HistoryEntry, statusName } from '#features/orders/order.ts'

export interface Happening {
  what: string
  /** ISO timestamp. */
  at: string
  who: string
}

const WHO: Record<HistoryEntry['by'], string> = {
  customer: 'Customer',
  system: 'System',
  admin: 'Admin',
}

/** Oldest first, as the database wrote it. */
export function happenings(history: readonly HistoryEntry[]): Happening[] {
  return history.map((entry, index) => ({
    what: whatHappened(entry, history[index - 1]),
    at: entry.at,
    who: WHO[entry.by],
  }))
}

function whatHappened(entry: HistoryEntry, before: HistoryEntry | undefined): string {
  if (!before) return 'Order placed'
  const changes = [
    entry.status !== before.status && `Status: ${statusName(entry.status)}`,
    entry.trackingNumber && `Tracking number: ${entry.trackingNumber}`,
    entry.trackingNumber === null && 'Tracking number removed',
  ]
  return changes.filter(Boolean).join(', ')
}
