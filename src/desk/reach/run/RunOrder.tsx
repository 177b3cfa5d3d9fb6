import { type ReactNode, useEffect, useState } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { describeConfirmation } from '#admin/order/confirmation.ts'
import { formatContents } from '#admin/order/contents-text.ts'
import { formatDue } from '#admin/order/format-due.ts'
import { PhoneLink } from '#admin/order/PhoneLink.tsx'
import { REASON_SENTENCES } from '#admin/order/packing.ts'
import { SOURCE_TEXTS } from '#admin/order/source.ts'
import { type Stage, stageName } from '#admin/order/stages.ts'
import { formatEarlierOrders } from '#admin/order-page/earlier-orders.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { OrderMarks } from '#admin/orders/marks/OrderMarks.tsx'
import { ordersOfPhone } from '#admin/orders/orders-of-phone.ts'
import { formatParcel } from '#admin/parcels/parcels.ts'
import { LanguageSelect, languageOf } from '#desk/reach/messages/Reach.tsx'
import { formatMoment } from '#kit/dates.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import { countOf } from '#kit/text.ts'
import { STATUS_TABLE } from '#order/status.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { paths } from '#paths.ts'
import { Attempts } from './Attempts.tsx'

interface RunOrderProps {
  found: OrderWithHistory
  /** Of the orders of the queue. */
  stage: Stage
  /** Whether another device has it: the page was hidden for long. */
  isTaken?: boolean
  /** What stands below it, by the language of the message. */
  children: (language: MessageLanguage) => ReactNode
}

/** An order of a queue: first what a phone shows above the buttons (contents, price, doubts), then where it goes. */
export function RunOrder({ found, stage, isTaken, children }: RunOrderProps) {
  const { order, earlier, marks, reasons, source, attempts } = found
  const { sameCustomer, sameCustomerCount } = found
  const { shippingAddress } = order
  const [language, setLanguage] = useState(() => languageOf(found))
  const due = formatDue(order)
  // The list below may have been in sight.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <>
      <article aria-label={`Order ${order.id}`} className="grid gap-4">
        <p role="status" className="font-semibold text-amber empty:hidden">
          {isTaken
            ? 'Meanwhile: on the screen of another device.'
            : found.stage !== stage && `Meanwhile: ${whatHappened(found)}.`}
        </p>
        <p className="text-h3 font-body font-semibold">{formatContents(order.items)}</p>
        <p className="flex flex-wrap gap-x-4">
          {due && <strong>{due} to collect</strong>}
          <a href={paths.adminOrder(order.id)} className="text-link">
            {order.id}
          </a>
          <span className="text-muted">{formatMoment(order.date)}</span>
        </p>
        {stage === 'to_tell' && (
          <p className="font-semibold">
            <bdi>{formatParcel(order) || 'No courier, no number'}</bdi>
          </p>
        )}
        <OrderMarks marks={marks} to={shippingAddress} />
        {reasons.includes('changed') && (
          <p className="font-medium">It {REASON_SENTENCES.changed}.</p>
        )}
        {sameCustomer.length > 0 && (
          <p className="font-medium">
            {countOf(sameCustomerCount, 'more open order')} of this phone:{' '}
            {sameCustomer.map(({ items }) => formatContents(items)).join(' · ')}
            {sameCustomerCount > sameCustomer.length && ' · …'}
          </p>
        )}
        <div>
          <AddressLines
            address={shippingAddress}
            without={['phone']}
            className="grid"
            Line={UntrustedText}
          />
          <PhoneLink phone={shippingAddress.phone} />
        </div>
        <p className="text-muted">
          <a href={ordersOfPhone(shippingAddress.phone)} className="text-link">
            {formatEarlierOrders(earlier)}
          </a>{' '}
          · {SOURCE_TEXTS[source]}
        </p>
        <Attempts attempts={attempts} />
        <div className="flex">
          <LanguageSelect value={language} onChange={setLanguage} />
        </div>
      </article>
      {children(language)}
    </>
  )
}

/** What became of an order that left the queue while it is on screen. */
function whatHappened(found: OrderWithHistory): string {
  const { order, stage } = found
  if (order.cancellation) return 'its customer cancelled it'
  const isOpen = STATUS_TABLE[order.status].isOpen
  return (isOpen && describeConfirmation(found)) || stageName(stage)
}
