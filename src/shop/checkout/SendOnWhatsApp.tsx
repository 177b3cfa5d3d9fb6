import { printOrderText } from '#order/texts/order-text.ts'
import type { Cart } from '#shop/cart/cart.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import type { Unsent } from './checkout-state.ts'
import { SEND_ON_WHATSAPP } from './messages.ts'

export interface SendOnWhatsAppProps {
  unsent: Unsent
  /** At the prices that the customer was shown last. */
  cart: Cart
}

/**
 * The order as a message, for where it could not be placed here. It has the id of the attempt and the code of
 * this device, so that the message and a late retry are one order (docs/product.md, rule 5.18).
 */
export function SendOnWhatsApp({ unsent: { orderId, code, address }, cart }: SendOnWhatsAppProps) {
  const text = printOrderText({
    id: orderId,
    ...cart,
    shippingAddress: address,
    code,
  })
  return <ContactShop text={text} label={SEND_ON_WHATSAPP} />
}
