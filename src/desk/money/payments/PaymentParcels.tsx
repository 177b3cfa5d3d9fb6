import { MONEY_KINDS, parcelStateName, sumOf } from '#admin/order/parcels.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import type { PaymentParcel } from './payments.ts'

/** In two lines each. */
export function PaymentParcels({ parcels }: { parcels: readonly PaymentParcel[] }) {
  if (parcels.length === 0) return <p className="py-3 text-muted">It has no parcels</p>
  return (
    <ul aria-label="Parcels of the payment" className="border-t border-line">
      {parcels.map((parcel) => (
        <ParcelRow key={parcel.parcel} parcel={parcel} />
      ))}
    </ul>
  )
}

function ParcelRow({ parcel }: { parcel: PaymentParcel }) {
  const { orderId, fullName, trackingNumber, state, toCollect, money, paid, overpaid } = parcel
  return (
    <li className="border-b border-line py-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <a
          href={paths.adminOrder(orderId)}
          className="text-link inline-flex min-h-touch items-center font-semibold md:min-h-0"
        >
          {orderId}
        </a>
        <bdi dir="auto" className="min-w-0 flex-1 truncate">
          {fullName}
        </bdi>
        <span className="whitespace-nowrap tabular-nums">{formatMoney(sumOf(money))}</span>
      </p>
      <p className="text-sm tabular-nums">
        <span className="font-medium">{parcelStateName(state)}</span>
        <span className="text-muted">
          {trackingNumber && (
            <>
              {' '}
              · <bdi dir="ltr">{trackingNumber}</bdi>
            </>
          )}
          {money.map(({ kind, amount, dated }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
            <span key={place} title={dated}>
              {' '}
              · {MONEY_KINDS[kind]} {formatMoney(amount)}
            </span>
          ))}{' '}
          · paid {formatMoney(paid)} of {formatMoney(toCollect)}
        </span>
        {overpaid > 0 && (
          <span className="font-medium text-danger"> · {formatMoney(overpaid)} too much</span>
        )}
      </p>
    </li>
  )
}
