/* Messages of WhatsApp that the pages of an order offer. */

import type { ReactNode } from 'react'
import { settings } from '#config/settings.ts'
import { chatUrl } from '#config/whatsapp.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { tokenOf } from '#order/device/order-key.ts'
import { confirmCode } from '#order/device/order-proof.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { giftQuestion, orderIsPlaced, orderUrl } from '#order/texts/chat-texts.ts'
import { GIFT_HINT, GIFT_LINK } from '#order/texts/purchase-text.ts'
import { paths } from '#paths.ts'
import { isGift } from '#product/price-list.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

/**
 * Whether the pages of an order ask its customer to write: it is shown in full, not booked, not confirmed in another
 * way, no replacement, which needs no confirmation, and there is a number to write to.
 */
export function asksToWrite({ id, masked, booked, confirmed, replaces }: Order): boolean {
  const isToConfirm = !booked && !confirmed && !replaces && confirmCode(id) === undefined
  return settings.whatsApp !== '' && !masked && isToConfirm
}

export function WriteToUs({ order }: { order: Order }) {
  return (
    <div className="grid gap-2">
      <WhatsAppLink text={orderIsPlaced(order)} className={WRITE}>
        Write to us on WhatsApp
      </WhatsAppLink>
      <WhyWrite />
    </div>
  )
}

export const WRITE = `${buttonClass('primary')} sm:justify-self-start`

export function WhyWrite() {
  return <p className="text-sm text-muted">Orders whose customers have written are packed first.</p>
}

/** Who pays at the door, where a line of the order is a gift. */
export function GiftQuestion({ order }: { order: Order }) {
  if (!order.items.some(isGift) || order.masked || order.booked || amountToCollect(order) === 0)
    return null
  const className = 'touch-link'
  return (
    <div>
      <p>{GIFT_HINT}</p>
      {settings.whatsApp ? (
        <WhatsAppLink text={giftQuestion(order.id)} className={className}>
          {GIFT_LINK}
        </WhatsAppLink>
      ) : (
        <a href={paths.contact} className={className}>
          {GIFT_LINK}
        </a>
      )}
    </div>
  )
}

interface KeepOnWhatsAppProps {
  order: Order
  className: string
  /** An icon, before the words. */
  children: ReactNode
}

/** A message to herself with number and link of an order of this device (docs/product.md, rule 7.57). */
export function KeepOnWhatsApp({ order, className, children }: KeepOnWhatsAppProps) {
  if (tokenOf(order.id) === undefined) return null
  const text = `My order ${order.id} at ${settings.name}: ${orderUrl(order.id)}\nMy phone number shows all of it there.`
  return (
    <a href={chatUrl('', text)} target="_blank" rel="noreferrer" className={className}>
      {children}
      <span>Keep my order in my WhatsApp</span>
    </a>
  )
}
