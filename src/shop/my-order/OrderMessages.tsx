/* Messages of WhatsApp that the confirmation of an order offers. */
import { settings } from '#config/settings.ts'
import { chatUrl } from '#config/whatsapp.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { tokenOf } from '#order/order-key.ts'
import { orderConfirmation, orderUrl } from '#order/texts/chat-texts.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

/** Whether the page of an order asks for it: it is shown in full, not booked, and there is a number to write to. */
export function mayConfirm({ masked, booked }: Order): boolean {
  return settings.whatsApp !== '' && !masked && !booked
}

export function ConfirmOnWhatsApp({ order }: { order: Order }) {
  return (
    <>
      <WhatsAppLink
        text={orderConfirmation(order)}
        className={`${buttonClass('primary')} sm:justify-self-start`}
      >
        Confirm on WhatsApp
      </WhatsAppLink>
      <p className="text-sm text-muted">
        We pack confirmed orders first, and your number is then in your chat.
      </p>
    </>
  )
}

/** A message to herself with number and link of an order of this device (docs/product.md, rule 7.57). */
export function KeepOnWhatsApp({ order }: { order: Order }) {
  if (tokenOf(order.id) === undefined) return null
  const text = `My order ${order.id} at ${settings.name}: ${orderUrl(order.id)}\nMy phone number shows all of it there.`
  return (
    <a
      href={chatUrl('', text)}
      target="_blank"
      rel="noreferrer"
      className="text-link inline-flex min-h-touch items-center justify-self-start"
      data-no-print
    >
      Keep my order in my WhatsApp
    </a>
  )
}
