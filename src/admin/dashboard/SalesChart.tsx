import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { formatDate } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { countOf } from '#kit/text.ts'
import { bestDay, type DaySales } from './dashboard.ts'

/** In units of the SVG's view box, which is stretched to the width of the page. */
const HEIGHT = 100
const STEP = 10
const GAP = 2

/** A bar per day, as high as its revenue, and the same figures in a list. */
export function SalesChart({ days }: { days: DaySales[] }) {
  const best = bestDay(days)
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <section aria-labelledby="sales">
      <h2 id="sales" className="text-h3">
        Sales per day, last 30 days
      </h2>
      <p className="mt-1 text-muted">{summary(best)}</p>
      <svg
        role="img"
        aria-label={`Sales per day. ${summary(best)}`}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-4 h-40 w-full border-b border-edge fill-forest"
      >
        {days.map(({ day, orders, revenue }, index) => {
          const height = best ? (revenue / best.revenue) * HEIGHT : 0
          return (
            <rect
              key={day}
              x={index * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
            >
              <title>{`${formatDate(day)}: ${formatMoney(revenue)}, orders: ${orders}`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <p aria-hidden="true" className="mt-1 flex justify-between gap-4 text-sm text-muted">
          <span>{formatDate(first.day)}</span>
          <span className="text-end">{formatDate(last.day)}</span>
        </p>
      )}
      <details className="mt-3">
        <summary className="inline-flex min-h-touch items-center text-forest underline underline-offset-4">
          Show the figures
        </summary>
        <ul aria-label="Sales per day, newest first" className="max-w-xl border-t border-line">
          {[...days].reverse().map(({ day, orders, revenue }) => (
            <TwoLineRow key={day} title={formatDate(day)} figure={formatMoney(revenue)}>
              {countOf(orders, 'order')}
            </TwoLineRow>
          ))}
        </ul>
      </details>
    </section>
  )
}

function summary(best: DaySales | undefined): string {
  if (!best) return 'Nothing was sold in these days.'
  return `The best day was ${formatDate(best.day)} with ${formatMoney(best.revenue)}.`
}
