import { useState } from 'react'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { parcelStateName } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { formatParcelPaid } from '#desk/money/came.ts'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { type AppliedRow, RESULTS, rowSentences } from './applying.ts'

/** How many rows are added by a press. */
const STEP = 200

/** In two lines each, and a third where something is to be said. */
export function PreviewRows({ rows }: { rows: readonly AppliedRow[] }) {
  const [count, setCount] = useState(STEP)
  return (
    <>
      <p className="text-sm text-muted">The numbers at the left are the rows of the file.</p>
      <ul aria-label="Rows of the file" className="border-t border-line">
        {rows.slice(0, count).map((row) => (
          <PreviewRow key={row.row} row={row} />
        ))}
      </ul>
      {count < rows.length && (
        <Button className="justify-self-start" onClick={() => setCount(count + STEP)}>
          Show {Math.min(STEP, rows.length - count)} more of {rows.length}
        </Button>
      )}
    </>
  )
}

function PreviewRow({ row }: { row: AppliedRow }) {
  const { row: place, result, orderId, fullName, city, from, to, number } = row
  const { cash, kept = 0 } = row
  const isBad = result === 'unknown' || result === 'conflict'
  const isMoved = from && from !== to
  return (
    <TwoLineRow
      titleLines="all"
      start={
        <span className="w-9 shrink-0 text-end text-muted tabular-nums">
          <span className="sr-only">Row </span>
          {place}
        </span>
      }
      title={
        <>
          {orderId ? (
            <a href={paths.adminOrder(orderId)} className={rowLink}>
              {orderId}
            </a>
          ) : (
            <span className="font-semibold">No order</span>
          )}{' '}
          <bdi className="[overflow-wrap:anywhere]">{fullName}</bdi>
        </>
      }
      figure={(cash !== undefined || kept !== 0) && formatSum((cash ?? 0) + kept)}
    >
      <p>
        <span className={isBad ? 'font-medium text-danger' : 'font-medium text-forest'}>
          {RESULTS[result]}
        </span>
        {result === 'changed' &&
          to &&
          `: ${isMoved ? `${parcelStateName(from)} → ` : ''}${parcelStateName(to)}`}
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
      </p>
      {kept !== 0 && <p>{formatParcelPaid(cash ?? 0, kept)}</p>}
      <p className={`empty:hidden ${isBad ? 'text-danger' : 'text-amber'}`}>{rowSentences(row)}</p>
    </TwoLineRow>
  )
}
