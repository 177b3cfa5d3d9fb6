/* What customers ask about an order on its way (docs/product.md, rule 7.23). */
import type { ReactNode } from 'react'
import { phoneHref } from '#config/contact-links.ts'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { formatDate, formatDay, isoDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { calendarUrl } from './calendar-file.ts'
import { orderQuestion } from './chat-texts.ts'
import { amountToCollect, endingOf, type Order, statusDefinition } from './order.ts'
import { Parcel } from './Parcel.tsx'
import { reachedAt } from './timeline.ts'
import { WhatsAppLink } from './WhatsAppLink.tsx'

const LINK = 'text-link inline-flex min-h-touch items-center'

/**
 * An order that ended without a delivery has only its notice and whom to call. The heights leave room for
 * what the next statuses add, so that nothing below moves while the page follows its order.
 */
export function OrderQuestions({ order }: { order: Order }) {
  const ending = endingOf(order)
  return (
    <section aria-label="Questions about your order" className="grid gap-6" data-no-print>
      {ending ? (
        <div className="rounded-lg border border-danger p-5">
          <h2 className="text-h3 text-danger">{ending.title}</h2>
          <p className="mt-1">{ending.notice}</p>
        </div>
      ) : null}
      <dl className="grid gap-x-8 gap-y-6 rounded-lg bg-sand p-5 sm:grid-cols-2">
        {!ending && (
          <>
            <Question asked="Where is it?" className="sm:col-span-2">
              <p className="min-h-[3lh] md:min-h-[1lh]">
                <strong>{statusDefinition(order.status).label}.</strong>{' '}
                {statusDefinition(order.status).next}
              </p>
              <div className="min-h-24 sm:min-h-touch">
                <Courier order={order} />
              </div>
            </Question>
            <Question asked="When does it come?">
              <Delivery order={order} />
            </Question>
            <Question asked="How much cash?">
              <Cash order={order} />
            </Question>
            <Question asked="May I open it?">
              Open it on the day it comes, and look at every bottle. Damaged or wrong? Tell us
              within 3 days, by our{' '}
              <a href={paths.returns} className="text-link">
                refund policy
              </a>
              . To open it before you pay, please ask us first.
            </Question>
          </>
        )}
        <Question asked="Whom do I call?">
          <Contact orderId={order.id} />
        </Question>
      </dl>
    </section>
  )
}

interface QuestionProps {
  asked: string
  className?: string
  children: ReactNode
}

function Question({ asked, className = '', children }: QuestionProps) {
  return (
    <div className={className}>
      <dt className="font-semibold">{asked}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

function Courier({ order }: { order: Order }) {
  if (order.courier || order.trackingNumber) return <Parcel order={order} />
  const isOnItsWay = order.status === 'shipped' || order.status === 'delivered'
  if (order.masked && isOnItsWay) {
    return (
      <p className="text-muted">Your phone number shows the courier and the tracking number.</p>
    )
  }
  if (isOnItsWay) return null
  return (
    <p className="text-muted">
      The courier and the tracking number will stand here once your parcel is on its way.
    </p>
  )
}

function Delivery({ order }: { order: Order }) {
  if (order.status === 'delivered') {
    const at = reachedAt(order.trackingHistory, 'delivered')
    return at ? `It came on ${formatDay(at)}.` : 'It has come.'
  }
  if (order.estimatedDelivery < isoDay(new Date())) {
    return (
      <p>
        We expected it by <strong>{formatDate(order.estimatedDelivery)}</strong>, and it is late. We
        are sorry. Please{' '}
        <a href={paths.contact} className="text-link">
          ask us
        </a>{' '}
        with your order number: we will find out where it is.
      </p>
    )
  }
  return (
    <div>
      <p>
        We expect it by <strong>{formatDate(order.estimatedDelivery)}</strong>.
      </p>
      <a href={calendarUrl(order)} download={`order-${order.id}.ics`} className={LINK}>
        Add to calendar
      </a>
    </div>
  )
}

function Cash({ order }: { order: Order }) {
  const { status, advance } = order
  if (status === 'delivered') return 'Nothing more is due.'
  const amount = amountToCollect(order)
  return (
    <>
      {amount > 0 ? (
        <>
          <strong className="tabular-nums">{formatMoney(amount)}</strong> in cash, for the rider at
          your door. Shipping is free.
        </>
      ) : (
        'Nothing.'
      )}
      {advance > 0 && ` You have paid ${formatMoney(advance)} in advance.`}
    </>
  )
}

function Contact({ orderId }: { orderId: string }) {
  return (
    <ul>
      {settings.phone && (
        <li>
          <a href={phoneHref} className={LINK}>
            Call {settings.phone}
          </a>
        </li>
      )}
      <li className="empty:hidden">
        <WhatsAppLink text={orderQuestion(orderId)} className={LINK}>
          Write on WhatsApp
        </WhatsAppLink>
      </li>
      <li>
        <a href={paths.contact} className={LINK}>
          When we are open
        </a>
      </li>
    </ul>
  )
}
