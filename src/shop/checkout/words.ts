/* What the customer reads where the checkout stops (docs/product.md, section 18). */

import { settings } from '#config/settings.ts'
import { formatMoney, toMinor } from '#kit/money.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import { OTHER_REFUSAL } from '#order/texts/refused.ts'
import type { Cart } from '#shop/cart/cart.ts'
import type { Checkout } from './checkout-state.store.ts'

/** Beside every refusal that is not the customer's mistake. */
export const SEND_ON_WHATSAPP = 'Send this order on WhatsApp'

export const ORDER_PLACED: Toast = {
  title: 'Order placed successfully!',
  description: 'Thank you for your purchase.',
}

export const ORDER_FAILED: Toast = {
  title: 'Something went wrong',
  description: 'Could not place your order. Please try again.',
  tone: 'destructive',
}

export const OFFLINE =
  'You are offline. What you typed is kept here: place your order when you are connected again.'

const PRICES_DIFFER =
  'Our prices have just changed, and this page does not know the new ones yet. Nothing is ordered, and what you typed is still here.'

const REFUSALS: Record<string, string> = {
  unreachable:
    'Our shop could not be reached. Your cart and what you typed are still here: check your connection and press Place Order again. You will not order twice.',
  unforeseen:
    'Something went wrong on this page. Press Place Order again: you will not order twice. What you typed is still here.',
  rate_limited:
    'This could not be ordered, and there were many such tries from your connection. What you typed is still here: please try again in ten minutes.',
  too_many_orders:
    'Very many orders came from your connection today, so this page can take no more of them. Nothing is ordered, and what you typed is still here: please call us, or send the order on WhatsApp.',
  too_many_tries:
    'An order with this number is with us already, and too many phone numbers were tried at it, by anybody. What you typed is still here: please try again in ten minutes, or contact us.',
  price_changed: PRICES_DIFFER,
  total_mismatch: PRICES_DIFFER,
  item_unknown:
    'Something in your cart is not sold any more. Nothing is ordered, and what you typed is still here.',
  item_paused:
    'We cannot send this just now, so it is not sold for a while. Nothing is ordered, and your cart and what you typed are still here.',
  order_erased:
    'This order was placed earlier, and its personal data has been erased since. Press Place Order again to order anew.',
}

/** Beside the toast: why an order was not placed. Not for what a field or a named order says. */
export function failureSentence(checkout: Checkout, isOnline: boolean): string | undefined {
  if (checkout.state !== 'failed' || !checkout.unsent) return undefined
  const { code } = checkout
  // The page itself says that it is offline.
  if (code === 'unreachable' && !isOnline) return undefined
  return REFUSALS[code] ?? OTHER_REFUSAL
}

/** Above an amount the shop asks for an advance. No refusal: the order is placed. */
export function advanceSentence({ total }: Cart): string | undefined {
  const limit = toMinor(settings.largeAmount)
  if (total <= limit) return undefined
  return `This order is above ${formatMoney(limit)}. We call you before we send it, and ask for ${formatMoney(total - limit)} as an advance.`
}
