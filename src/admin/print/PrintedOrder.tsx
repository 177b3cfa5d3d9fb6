import { courierName } from '#admin/order/couriers.ts'
import { currencyNote } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { type Order, paymentMethodName } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import { amountText, priceSums, sumsAfterTotal } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { PrintedPages } from './PrintedPages.tsx'

/** The order itself on paper: number, status, customer, items with prices, and sums. */
export function PrintedOrder({ order }: { order: Order }) {
  const { id, date, status, courier, trackingNumber, shippingAddress, paymentMethod } = order
  return (
    <PrintedPages paper="a4">
      <article className="grid gap-6">
        <div className="flex flex-wrap justify-between gap-4">
          <div>
            <p className="font-heading text-h3">{settings.name}</p>
            <p className="font-heading text-h2">Order {id}</p>
            <p>{formatMoment(date)}</p>
          </div>
          <p className="text-end">
            <strong className="block text-h3">{statusName(status)}</strong>
            {courier && <span className="block">Courier: {courierName(courier)}</span>}
            {trackingNumber && <span className="block">Tracking number: {trackingNumber}</span>}
          </p>
        </div>
        <AddressLines address={shippingAddress} className="*:first:font-semibold" />
        <table className="w-full text-start tabular-nums">
          <thead>
            <tr>
              {['Product', 'Size', 'Quantity', 'Price', 'Total'].map((name, nth) => (
                <th key={name} scope="col" className={nth > 1 ? 'text-end' : ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={`${item.id} ${item.size}`}>
                <td>{item.name}</td>
                <td>
                  <bdi>{item.size}</bdi>
                </td>
                <td className="text-end">{item.quantity}</td>
                <td className="text-end">{formatMoney(item.price)}</td>
                <td className="text-end">{formatMoney(item.price * item.quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
      </article>
    </PrintedPages>
  )
}
