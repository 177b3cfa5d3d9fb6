import { courierName } from '#admin/parcels/couriers.ts'
import { currencyNote } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { sumsAfterTotal } from '#order/cash.ts'
import { type Order, paymentMethodName } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import { statusName } from '#order/status.ts'
import { amountText, priceSums } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { A4Paper, PaperTable } from './Paper.tsx'

/** The order itself on paper: number, status, customer, items with prices, and sums. */
export function PrintedOrder({ order }: { order: Order }) {
  const { id, date, status, courier, trackingNumber, shippingAddress, paymentMethod } = order
  return (
    <A4Paper
      title={`Order ${id}`}
      beneath={
        <p>
          {settings.name} · {formatMoment(date)}
        </p>
      }
      whose={statusName(status)}
      more={
        <>
          {courier && <p>Courier: {courierName(courier)}</p>}
          {trackingNumber && <p>Tracking number: {trackingNumber}</p>}
        </>
      }
    >
      <AddressLines address={shippingAddress} className="*:first:font-semibold" />
      <PaperTable
        rows={order.items}
        keyOf={lineKey}
        figures={['Quantity', 'Price', 'Total']}
        columns={[
          ['Product', ({ name }) => name],
          ['Size', ({ size }) => <bdi>{size}</bdi>],
          ['Quantity', ({ quantity }) => quantity],
          ['Price', ({ price }) => formatMoney(price)],
          ['Total', ({ price, quantity }) => formatMoney(price * quantity)],
        ]}
      />
      <div className="order-sums tabular-nums">
        <dl className="grid gap-1">
          {[...priceSums(order), ...sumsAfterTotal(order)].map((sum) => (
            <div
              key={sum.name}
              className={`flex justify-between gap-8 ${sum.name === 'total' ? 'font-semibold' : ''}`}
            >
              <dt>{sum.label}</dt>
              <dd>{amountText(sum)}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-8">
            <dt>Payment Method</dt>
            <dd>{paymentMethodName(paymentMethod)}</dd>
          </div>
        </dl>
        {currencyNote && <p className="text-end">{currencyNote}</p>}
      </div>
    </A4Paper>
  )
}
