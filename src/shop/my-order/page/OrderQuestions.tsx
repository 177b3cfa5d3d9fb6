/* What customers ask about an order besides its cash, day and status (docs/product.md, rule 7.23). */

import type { ReactNode } from 'react'
import { HELP_DAYS } from '#config/delivery.ts'
import { settings } from '#config/settings.ts'
import { isExpected, type Order } from '#order/order.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { paths } from '#paths.ts'
import { CallLink } from '#shop/contact/CallLink.tsx'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

/** Questions about an order. Where its parcel does not come only the first one is left. */
export function OrderQuestions({ order }: { order: Order }) {
  return (
    <section aria-label="Questions about your order" data-no-print>
      <dl className="grid gap-x-8 gap-y-6 border-t border-line pt-6 sm:grid-cols-2">
        <Question asked="Who can I call?">
          <Contact orderId={order.id} />
        </Question>
        {isExpected(order) && <Opening />}
      </dl>
    </section>
  )
}

function Opening() {
  return (
    <Question asked={settings.mayOpenParcel ? 'May I open it?' : 'Is something wrong with it?'}>
      {settings.mayOpenParcel && 'Yes. You may open the parcel before you pay. '}
      Look at every bottle on the day it comes. Damaged or wrong? Tell us within {HELP_DAYS} days,
      by our{' '}
      <a href={paths.returns} className="text-link">
        refund policy
      </a>
      .
    </Question>
  )
}

function Question({ asked, children }: { asked: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{asked}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

function Contact({ orderId }: { orderId: string }) {
  return (
    <ul>
      <li className="empty:hidden">
        <CallLink className="touch-link" />
      </li>
      <li className="empty:hidden">
        <WhatsAppLink text={orderQuestion(orderId)} className="touch-link">
          Write on WhatsApp
        </WhatsAppLink>
      </li>
      <li>
        <a href={paths.contact} className="touch-link">
          When we are open
        </a>
      </li>
    </ul>
  )
}
