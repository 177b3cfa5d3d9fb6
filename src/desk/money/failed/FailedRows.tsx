import { formatParcel, formatPhone } from '#admin/order/orders.ts'
import { parcelReasonName } from '#admin/order/parcels.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { ReachOne } from '#desk/reach/run/ReachOne.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { formatMoney } from '#kit/money.ts'
import { capitalized } from '#kit/text.ts'
import { callLink } from '#order/phone.ts'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import type { FailedStore } from './failed.store.ts'
import { type FailedRow, formatDaysAgo, remarkFor } from './failed.ts'

interface FailedRowsProps {
  rows: readonly FailedRow[]
  store: FailedStore
}

/** Oldest first, in two lines each, with what is done about them. */
export function FailedRows({ rows, store }: FailedRowsProps) {
  return (
    <ol aria-label="Failed deliveries, oldest first" className="border-t border-line">
      {rows.map((row) => (
        <li
          key={row.orderId}
          className="grid gap-x-4 border-b border-line py-1 lg:grid-cols-[minmax(0,1fr)_auto]"
        >
          <Parcel row={row} />
          <Acts row={row} store={store} />
        </li>
      ))}
    </ol>
  )
}

function Parcel({ row }: { row: FailedRow }) {
  const { orderId, fullName, city, phone, reason, word, at, days, toldAt, order } = row
  const parcel = formatParcel(row)
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <a href={paths.adminOrder(orderId)} className="text-link font-semibold whitespace-nowrap">
          {orderId}
        </a>
        <bdi dir="auto" className="min-w-0 flex-1 truncate">
          {fullName}
        </bdi>
        <span className={`whitespace-nowrap ${days > 2 ? 'font-semibold text-danger' : ''}`}>
          {formatDaysAgo(days)}
        </span>
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi className="font-medium">
          {reason ? parcelReasonName(reason) : capitalized(word ?? 'no reason given')}
        </bdi>{' '}
        <span className="text-muted">
          · <bdi>{city}</bdi> · <bdi dir="ltr">{formatPhone(phone)}</bdi>
          {parcel && (
            <>
              {' '}
              · <bdi>{parcel}</bdi>
            </>
          )}
          {order && ` · ${formatMoney(amountToCollect(order))}`} · {formatShortMoment(at)}
        </span>{' '}
        {toldAt && (
          <span className="whitespace-nowrap text-forest">✓ Told {formatShortMoment(toldAt)}</span>
        )}
      </p>
    </div>
  )
}

function Acts({ row, store }: { row: FailedRow; store: FailedStore }) {
  const { orderId, phone, reason, told, order } = row
  if (!order) return <a href={callLink(phone)}>Call about {orderId}</a>
  return (
    <div className="flex flex-wrap items-end gap-x-4">
      <ReachOne
        kind="failed"
        found={{ order, told }}
        reason={reason}
        telling={store.telling}
        isListed
      />
      <CopyButton name="Remark" text={remarkFor(row, order)}>
        Copy remark<span className="sr-only"> about {orderId}</span>
      </CopyButton>
    </div>
  )
}
