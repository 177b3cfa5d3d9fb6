import { MONEY_KINDS, parcelStateName, sumOf } from '#admin/order/parcels.ts'
import { rowLink, TwoLineRow } from '#kit/list/TwoLineRow.tsx'
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
  const lines = money.map(({ kind, amount }) => `${MONEY_KINDS[kind]} ${formatMoney(amount)}`)
  return (
    <TwoLineRow
      title={
        <>
          <a href={paths.adminOrder(orderId)} className={rowLink}>
            {orderId}
          </a>{' '}
          <bdi>{fullName}</bdi>
        </>
      }
      figure={formatMoney(sumOf(money))}
    >
      <p className="tabular-nums">
        {parcelStateName(state)}
        {trackingNumber && (
          <>
            {' '}
            · <bdi dir="ltr">{trackingNumber}</bdi>
          </>
        )}
        {lines.map((line) => ` · ${line}`)} · paid {formatMoney(paid)} of {formatMoney(toCollect)}
        {overpaid > 0 && (
          <span className="font-medium text-danger"> · {formatMoney(overpaid)} too much</span>
        )}
      </p>
    </TwoLineRow>
  )
}
