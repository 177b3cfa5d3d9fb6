/* Cash, day and status of an order: what its pages begin with (docs/product.md, rule 7.43). */
import type { ReactNode } from 'react'
import { formatDate, formatDay, isoDay } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { endingOf, nextStep } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { type OrderStatus, statusDefinition } from '#order/status.ts'
import { amountToCollect } from '#order/sums.ts'
import { reachedAt } from '#order/timeline.ts'
import { Parcel } from '#order/view/Parcel.tsx'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { calendarUrl } from './calendar-file.ts'
import { isInAppBrowser } from './in-app-browser.ts'
import { cardOf } from './save-card.ts'
import { TellHome } from './TellHome.tsx'

export const LINK = 'text-link inline-flex min-h-touch items-center'

/** `children` stand below the day, on the first screen of a phone. */
export function OrderCard({ order, children }: { order: Order; children?: ReactNode }) {
  const ending = endingOf(order)
  if (ending) {
    return (
      <CardFrame key="ended" className="border border-danger">
        <h2 className="text-h3 text-danger">{ending.title}</h2>
        <p>{ending.notice}</p>
        <CardFacts status={order.status} />
      </CardFrame>
    )
  }
  if (order.status === 'delivered') {
    const at = reachedAt(order.trackingHistory, 'delivered')
    return (
      <CardFrame key="delivered" className="bg-sand">
        <p className="font-heading text-h3">
          {at ? `It came on ${formatDay(at)}.` : 'It has come.'}
        </p>
        <p>Nothing more is due.</p>
        <Replaces order={order} />
        <CardFacts status={order.status} />
        {children}
      </CardFrame>
    )
  }
  return (
    <CardFrame className="bg-sand">
      <Cash amount={amountToCollect(order)} advance={order.advance} />
      <Replaces order={order} />
      <CardFacts status={order.status} day={formatDate(order.estimatedDelivery)} />
      <Late order={order} />
      {children}
    </CardFrame>
  )
}

function CardFrame({ className, children }: { className: string; children: ReactNode }) {
  return (
    <section
      aria-label="Your parcel"
      className={`grid gap-3 rounded-lg p-4 sm:p-6 ${className}`}
      data-no-print
    >
      {children}
    </section>
  )
}

function Cash({ amount, advance }: { amount: number; advance: number }) {
  return (
    <div>
      {amount > 0 ? (
        <PayInCash amount={formatMoney(amount)} />
      ) : (
        <p className="font-heading text-h3">Nothing to pay at your door.</p>
      )}
      {advance > 0 && <p>You have paid {formatMoney(advance)} in advance.</p>}
    </div>
  )
}

function Replaces({ order: { replaces } }: { order: Order }) {
  if (!replaces) return null
  return (
    <p>
      This parcel replaces items of{' '}
      <a href={paths.tracking(replaces)} className="text-link">
        order {replaces}
      </a>
      . You pay nothing for it.
    </p>
  )
}

function PayInCash({ amount }: { amount: ReactNode }) {
  return (
    <>
      <p className="font-heading text-h2">
        Pay <strong className="lining-nums">{amount}</strong> in cash
      </p>
      <p>to the rider at your door. Shipping is free.</p>
    </>
  )
}

function CardFacts({ day, status }: { day?: ReactNode; status: OrderStatus }) {
  return (
    <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 sm:justify-start sm:gap-x-16">
      {day && (
        <div>
          <dt className="text-sm text-muted">Estimated Delivery</dt>
          <dd className="font-semibold">{day}</dd>
        </div>
      )}
      {/* Each status takes the same room: the next one wraps no line that the first did not. */}
      <div className="min-w-28">
        <dt className="text-sm text-muted">Status</dt>
        <dd>
          <StatusBadge status={status} />
        </dd>
      </div>
    </dl>
  )
}

/** Of an order that was just placed, in the HTML of the page: placed-preview.ts fills it in. */
export function PlacedCard() {
  return (
    <CardFrame className="bg-sand">
      <div>
        <PayInCash amount={<span data-placed-part="sum" />} />
      </div>
      <CardFacts status="pending" day={<span data-placed-part="day" />} />
      <p>
        Order Number: <span data-placed-part="id" className="font-semibold" />
      </p>
    </CardFrame>
  )
}

function isLate({ estimatedDelivery }: Order): boolean {
  return estimatedDelivery < isoDay(new Date())
}

function Late({ order }: { order: Order }) {
  if (!isLate(order)) return null
  return (
    <p>
      It is late, and we are sorry. Please{' '}
      <a href={paths.contact} className="text-link">
        ask us
      </a>{' '}
      with your order number: we will find out where it is.
    </p>
  )
}

/**
 * What happens next, and who has the parcel. While the order is open each status takes the same room, so that nothing
 * below moves while the page follows it.
 */
export function WhereIsIt({ order }: { order: Order }) {
  if (endingOf(order)) return null
  const room = order.status === 'delivered' ? '' : 'min-h-36 sm:min-h-20'
  return (
    <div className={`grid content-start gap-1 ${room}`} data-no-print>
      <p>{nextStep(order)}</p>
      <Courier order={order} />
    </div>
  )
}

function Courier({ order }: { order: Order }) {
  if (order.courier || order.trackingNumber) return <Parcel order={order} />
  if (order.status === 'delivered') return null
  return <p className="text-muted">{noCourierYet(order)}</p>
}

function noCourierYet({ masked, status }: Order): string {
  if (masked) return 'Your phone number shows the courier and the tracking number.'
  if (statusDefinition(status).isOnItsWay)
    return 'The courier gave us no tracking number. The rider will call you.'
  return 'The courier and the tracking number will stand here once your parcel is on its way. You pay nothing before.'
}

/** For the day on which the parcel comes. */
export function ForTheDay({ order }: { order: Order }) {
  if (statusDefinition(order.status).isFinal) return null
  return (
    <p className="flex flex-wrap gap-x-6" data-no-print>
      {!isLate(order) && !isInAppBrowser() && (
        <a href={calendarUrl(order)} download={`order-${order.id}.ics`} className={LINK}>
          Add to calendar
        </a>
      )}
      <TellHome card={cardOf(order)} className={LINK} />
    </p>
  )
}
