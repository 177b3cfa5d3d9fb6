import { settings } from '#config/settings.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { orderConfirmation } from '#order/texts/chat-texts.ts'
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
