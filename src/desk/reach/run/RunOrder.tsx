import { formatContents } from '#admin/order/contents.ts'
import { formatEarlierOrders, SOURCE_TEXTS } from '#admin/order/earlier-orders.ts'
import { OrderMarks } from '#admin/order/OrderMarks.tsx'
import { ordersOfPhone } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { countOf } from '#kit/text.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { paths } from '#paths.ts'
import { Attempts } from './Attempts.tsx'
import { LanguageSelect } from './Reach.tsx'
import type { ShownRun } from './run-presses.ts'

interface RunOrderProps {
  shown: ShownRun
  /** Of the message. */
  language: MessageLanguage
  onLanguage: (language: MessageLanguage) => void
}

/** What is in the parcel, what it costs, where it goes, and what is doubtful. */
export function RunOrder({ shown, language, onLanguage }: RunOrderProps) {
  const { order, earlier, marks, source, attempts, sameCustomer } = shown.found
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
      {sameCustomer.length > 0 && (
        <p className="font-medium">
          {countOf(sameCustomer.length, 'more open order')} of this customer:{' '}
          {sameCustomer.map(({ items }) => formatContents(items)).join(' · ')}
        </p>
      )}
      <Attempts attempts={attempts} />
      <div className="flex">
        <LanguageSelect value={language} onChange={onLanguage} />
      </div>
    </article>
  )
}
