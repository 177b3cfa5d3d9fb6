import type { Cart } from '#features/cart/cart.ts'
import { mapFields } from '#features/orders/address.ts'
import type { DeliveryDetails } from '#features/orders/extras.ts'
import { printOrderText } from '#features/orders/order-text.ts'
import { WhatsAppLink } from '#features/orders/WhatsAppLink.tsx'
import { buttonClass } from '#ui/Button.tsx'

export interface SendOnWhatsAppProps {
  /** The order that got no response, and what was sent of it. */
  unsent: { orderId: string; details: DeliveryDetails }
  cart: Cart
}

/**
 * The order as a message, for where the backend cannot be reached. It has the id of the attempt, so that
 * the message and a late retry are one order (docs/product.md, rule 5.18).
 */
export function SendOnWhatsApp({ unsent: { orderId, details }, cart }: SendOnWhatsAppProps) {
  const text = printOrderText({
    id: orderId,
    ...cart,
    shippingAddress: mapFields((field) => details[field]),
    extras: details,
  })
  return (
    <WhatsAppLink text={text} className={buttonClass('secondary')}>
      Send this order on WhatsApp
    </WhatsAppLink>
  )
}
