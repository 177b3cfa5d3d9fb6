import { MONEY_KINDS, type OrderParcel, sumOf } from '#admin/order/parcels.ts'
import { formatDate } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'

/** What statements have of a parcel. */
export function ParcelMoney({ parcel: { nth, money } }: { parcel: OrderParcel }) {
  if (money.length === 0) return null
  return (
    <ul aria-label={`Money of parcel ${nth}`} className="max-w-xl tabular-nums">
      {money.map(({ kind, amount, dated, statement }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
        <li key={place} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1">
          <span className="min-w-24">{MONEY_KINDS[kind]}</span>
          <a href={paths.adminStatement(statement)} className="text-link py-1">
            Statement {statement}
          </a>
          <span className="text-sm text-muted">{formatDate(dated)}</span>
          <span className="ms-auto">{formatMoney(amount)}</span>
        </li>
      ))}
      <li className="flex justify-between border-t border-edge py-1 font-semibold">
        <span>Together</span>
        <span>{formatMoney(sumOf(money))}</span>
      </li>
    </ul>
  )
}
