/* Messages of WhatsApp that the pages of an order offer. */
import { settings } from '#config/settings.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { confirmCode } from '#order/device/order-proof.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { giftQuestion, orderIsPlaced } from '#order/texts/chat-texts.ts'
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
  return (
    <div>
      <p>{GIFT_HINT}</p>
      <WhatsAppLink text={giftQuestion(order.id)} otherwise={paths.contact} className="touch-link">
        {GIFT_LINK}
      </WhatsAppLink>
    </div>
  )
}
