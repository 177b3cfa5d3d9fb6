/* The history of an order, in the words of its page. */

import { formatDifference, loggedDifferences } from '#admin/acts/differences.ts'
import type { HistoryEntry } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import type { OrderWithHistory } from './order-with-history.ts'

interface HistoryLine {
  changes: string[]
  /** ISO timestamp. */
  at: string
  by: string
}

const NAMES: Record<HistoryEntry['by'], string> = {
  customer: 'Customer',
  system: 'System',
  admin: 'Admin',
}

/** Oldest first. Changes of status and tracking number from the order, all others from the log. */
export function historyLines({ order, changes }: OrderWithHistory): HistoryLine[] {
  const statuses = order.trackingHistory.map((entry, index) => ({
    changes: describeStatus(entry, order.trackingHistory[index - 1]),
    at: entry.at,
    by: NAMES[entry.by],
  }))
  const corrections = changes
    .filter(({ after }) => !('status' in after))
    .map(({ before, after, at, actor }) => ({
      changes: loggedDifferences(before, after).map(formatDifference),
      at,
      by: NAMES[actor],
    }))
  const lines = [...statuses, ...corrections]
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return lines.reduce(joinSameMoment, [])
}

/** What one request changed stands in one line. */
function joinSameMoment(joined: HistoryLine[], line: HistoryLine): HistoryLine[] {
  const last = joined.at(-1)
  const isSame = last?.by === line.by && Date.parse(last.at) === Date.parse(line.at)
  return isSame
    ? [...joined.slice(0, -1), { ...last, changes: [...last.changes, ...line.changes] }]
    : [...joined, line]
}

function describeStatus(entry: HistoryEntry, previous: HistoryEntry | undefined): string[] {
  if (!previous) return ['Order placed']
  const changes = [
    entry.status !== previous.status && `Status: ${statusName(entry.status)}`,
    entry.trackingNumber && `Tracking number: ${entry.trackingNumber}`,
    entry.trackingNumber === null && 'Tracking number removed',
  ]
  return [changes.filter(Boolean).join(', ')]
}
