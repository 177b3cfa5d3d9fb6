import type { HistoryEntry } from '#features/orders/order.ts'
import { formatMoment } from '#shared/dates.ts'
import { happenings } from './history.ts'

export function OrderHistory({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-h3">
        History
      </h2>
      <ol className="grid gap-3 border-s border-line ps-4">
        {happenings(history).map(({ what, at, who }) => (
          <li key={`${at} ${what}`}>
            <p className="font-medium">{what}</p>
            <p className="text-muted">
              <time dateTime={at}>{formatMoment(at)}</time> · {who}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
