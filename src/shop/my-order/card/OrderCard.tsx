/* Cash, day and status of an order: what its pages begin with (docs/product.md, rule 7.43). */
import type { ReactNode } from 'react'
import { formatDate, formatDay, isoDay } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { endingOf, payBackOf } from '#order/next-step.ts'
import { isReturningOrLost, type Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { PAY_BACK } from '#order/texts/order-words.ts'
import { reachedAt } from '#order/timeline.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'

interface OrderCardProps {
  order: Order
  /** More facts of the page, by their names. */
  facts?: Record<string, ReactNode>
  children?: ReactNode
}

/** `children` stand below the facts, on the first screen of a phone. */
export function OrderCard({ order, facts = {}, children }: OrderCardProps) {
  const { status } = order
  const ending = endingOf(order)
  if (ending && order.joined) {
    return (
      <CardFrame key="joined" className="bg-sand">
        <h2 className="text-h3">{ending.title}</h2>
        <p>{ending.notice}</p>
        <CardFacts facts={facts} />
        {children}
      </CardFrame>
    )
  }
  if (ending) {
    return (
      <CardFrame key="ended" className="border border-danger">
        <FinalHead order={order}>
          <h2 className="text-h3 text-danger">{ending.title}</h2>
        </FinalHead>
        <p>{ending.notice}</p>
        <p className="empty:hidden">
          <PayBack order={order} />
        </p>
        <CardFacts facts={facts} />
        {children}
      </CardFrame>
    )
  }
  if (status === 'delivered') {
    const at = reachedAt(order.trackingHistory, 'delivered')
    return (
      <CardFrame key="delivered" className="bg-sand">
        <FinalHead order={order}>
          <p className="font-heading text-h3">
            {at ? `It came on ${formatDay(at)}.` : 'It has come.'}
          </p>
        </FinalHead>
        <p>Nothing more is due.</p>
        <Replaces order={order} />
        <CardFacts facts={facts} />
        {children}
      </CardFrame>
    )
  }
  const isBack = isReturningOrLost(order)
  return (
    <CardFrame className="bg-sand">
      {isBack ? (
        <Advance order={order} />
      ) : (
        <Cash amount={amountToCollect(order)}>
          <Advance order={order} />
        </Cash>
      )}
      <Replaces order={order} />
      <CardFacts
        facts={{
          ...(!isBack && { 'Estimated Delivery': formatDate(order.estimatedDelivery) }),
          Status: <StatusBadge status={status} />,
          ...facts,
        }}
      />
      <Late order={order} />
      {children}
    </CardFrame>
  )
}

function CardFrame({ className, children }: { className: string; children: ReactNode }) {
  return (
    <section
      aria-label="Your parcel"
      className={`grid content-start gap-3 rounded-lg p-4 sm:p-6 ${className}`}
      data-no-print
    >
      {children}
    </section>
  )
}

/** The head of a final order's card: how it ended, and its status. */
function FinalHead({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {children}
      <StatusBadge status={order.status} />
    </div>
  )
}

/** What is paid back, in a sentence. */
export function PayBack({ order }: { order: Order }) {
  const amount = payBackOf(order)
  if (amount === 0) return null
  return (
    <>
      You paid <span translate="no">{formatMoney(amount)}</span> in advance. {PAY_BACK}
    </>
  )
}

function Cash({ amount, children }: { amount: number; children: ReactNode }) {
  return (
    <div>
      {amount > 0 ? (
        <PayInCash amount={formatMoney(amount)} />
      ) : (
        <p className="font-heading text-h3">Nothing to pay at your door.</p>
      )}
      {children}
    </div>
  )
}

function Advance({ order: { advance } }: { order: Order }) {
  if (advance === 0) return null
  return (
    <p>
      You have paid <span translate="no">{formatMoney(advance)}</span> in advance.
    </p>
  )
}

function Replaces({ order: { replaces } }: { order: Order }) {
  if (!replaces) return null
  return (
    <p>
      This parcel replaces items of{' '}
      <a href={paths.tracking(replaces)} className="text-link">
        order <span translate="no">{replaces}</span>
      </a>
      . You pay nothing for it.
    </p>
  )
}

function PayInCash({ amount }: { amount: ReactNode }) {
  return (
    <>
      <p className="font-heading text-h2">
        Pay <strong translate="no">{amount}</strong> in cash
      </p>
      <p>to the rider at your door. Shipping is free.</p>
    </>
  )
}

/** Two facts in a row. */
function CardFacts({ facts }: { facts: Record<string, ReactNode> }) {
  if (Object.keys(facts).length === 0) return null
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),auto))] justify-between gap-x-2 gap-y-3 sm:grid-cols-[repeat(4,auto)]">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          {/* The badge has a border of its own above it. */}
          <dd className="mt-1 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The card of an order that was just placed, in the HTML of the page: placed-preview.ts fills it in. */
export function PlacedCard({ children }: { children: ReactNode }) {
  return (
    <CardFrame className="bg-sand">
      <div>
        <PayInCash amount={<span data-placed="sum" />} />
      </div>
      <CardFacts
        facts={{
          'Estimated Delivery': <span data-placed="day" />,
          Status: <StatusBadge status="pending" />,
        }}
      />
      {children}
    </CardFrame>
  )
}

export function isLate({ estimatedDelivery, asOf }: Order): boolean {
  return estimatedDelivery < isoDay(new Date(asOf))
}

function Late({ order }: { order: Order }) {
  if (order.parcelState || !isLate(order)) return null
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
