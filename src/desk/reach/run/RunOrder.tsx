import { formatContents } from '#admin/order/contents.ts'
import { formatEarlierOrders, SOURCE_TEXTS } from '#admin/order/earlier-orders.ts'
import { OrderMarks } from '#admin/order/OrderMarks.tsx'
import { ordersOfPhone } from '#admin/order/orders.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { paths } from '#paths.ts'
import { Attempts } from './Attempts.tsx'
import { JoinOrders } from './JoinOrders.tsx'
import type { RunStore, ShownRun } from './run.store.ts'

/** What is in the parcel, where it goes, and what is doubtful. */
export function RunOrder({ shown, store }: { shown: ShownRun; store: RunStore }) {
  const { order, earlier, marks, source, attempts } = shown.found
  const { shippingAddress } = order
  return (
    <article aria-label={`Order ${order.id}`} className="grid gap-4">
      <p className="text-h3 font-body font-semibold">{formatContents(order.items)}</p>
      <p className="flex flex-wrap gap-x-4">
        <strong>{formatMoney(amountToCollect(order))} to collect</strong>
        <a href={paths.adminOrder(order.id)} className="text-link">
          {order.id}
        </a>
        <span className="text-muted">{formatMoment(order.date)}</span>
      </p>
      <AddressLines address={shippingAddress} className="grid" Line={UntrustedText} />
      <OrderMarks marks={marks} />
      <p className="text-muted">
        <a href={ordersOfPhone(shippingAddress.phone)} className="text-link">
          {formatEarlierOrders(earlier)}
        </a>{' '}
        · {SOURCE_TEXTS[source]}
      </p>
      <JoinOrders found={shown.found} onChange={store.load} />
      <Attempts attempts={attempts} />
    </article>
  )
}
