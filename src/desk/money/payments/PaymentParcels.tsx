import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { parcelStateName, sumOf } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { formatParcelPaid } from '#desk/money/came.ts'
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
  const cash = sumOf(money.filter(({ kind }) => kind === 'cash'))
  const made = formatParcelPaid(cash, sumOf(money) - cash)
  return (
    <TwoLineRow
      titleLines="all"
      title={
        <>
          <a href={paths.adminOrder(orderId)} className={rowLink}>
            {orderId}
          </a>{' '}
          <bdi className="[overflow-wrap:anywhere]">{fullName}</bdi>
        </>
      }
      figure={formatSum(sumOf(money))}
    >
      <p className="tabular-nums">
        {parcelStateName(state)}
        {trackingNumber && (
          <>
            {' '}
            · <bdi dir="ltr">{trackingNumber}</bdi>
          </>
        )}
        {made && ` · ${made}`} · <span className="whitespace-nowrap">{formatSum(paid)}</span> of{' '}
        <span className="whitespace-nowrap">{formatSum(toCollect)}</span> paid in all
        {overpaid > 0 && (
          <>
            {' · '}
            <span className="font-medium whitespace-nowrap text-danger">
              {formatSum(overpaid)} too much
            </span>
          </>
        )}
      </p>
    </TwoLineRow>
  )
}
