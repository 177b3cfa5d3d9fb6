import { useState } from 'react'
import { parcelStateName } from '#admin/order/parcels.ts'
import { Button } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { type AppliedRow, RESULTS, rowSentences } from './applying.ts'

/** How many rows are added by a press. */
const STEP = 200

/** In two lines each, and a third where something is to be said. */
export function PreviewRows({ rows }: { rows: readonly AppliedRow[] }) {
  const [count, setCount] = useState(STEP)
  return (
    <>
      <ol aria-label="Rows of the file" className="border-t border-line">
        {rows.slice(0, count).map((row) => (
          <PreviewRow key={row.row} row={row} />
        ))}
      </ol>
      {count < rows.length && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setCount(count + STEP)}
        >
          Show {Math.min(STEP, rows.length - count)} more of {rows.length}
        </Button>
      )}
    </>
  )
}

function PreviewRow({ row }: { row: AppliedRow }) {
  const { row: place, result, orderId, fullName, city, from, to, cash, number } = row
  const isBad = result === 'unknown' || result === 'conflict'
  const sentences = rowSentences(row)
  return (
    <li className="flex gap-x-3 border-b border-line py-1">
      <span className="w-9 shrink-0 text-end text-muted tabular-nums">
        <span className="sr-only">Row </span>
        {place}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {orderId ? (
            <a
              href={paths.adminOrder(orderId)}
              className="text-link inline-flex min-h-touch items-center font-semibold"
            >
              {orderId}
            </a>
          ) : (
            <span className="font-semibold">No order</span>
          )}
          <bdi dir="auto" className="min-w-0 flex-1 truncate">
            {fullName}
          </bdi>
          {cash !== undefined && (
            <span className="whitespace-nowrap tabular-nums">{formatMoney(cash)}</span>
          )}
        </p>
        <p className="text-sm">
          <span className={isBad ? 'font-medium text-danger' : 'font-medium text-forest'}>
            {RESULTS[result]}
          </span>
          <span className="text-muted">
            {from && to && from !== to && result === 'changed' && (
              <>
                : {parcelStateName(from)} → {parcelStateName(to)}
              </>
            )}
            {number && (
              <>
                {' '}
                · gets <bdi dir="ltr">{number}</bdi>
              </>
            )}
            {city && (
              <>
                {' '}
                · <bdi>{city}</bdi>
              </>
            )}
          </span>
        </p>
        <p className={`text-sm empty:hidden ${isBad ? 'text-danger' : 'text-amber'}`}>
          {sentences}
        </p>
      </div>
    </li>
  )
}
