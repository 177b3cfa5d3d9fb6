/* What the customer reads where the checkout stops (docs/product.md, section 18). */

import { settings } from '#config/settings.ts'
import { formatMoney, toMinor } from '#kit/money.ts'
import type { Toast } from '#kit/toast/toast.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import type { Cart } from '#shop/cart/cart.ts'
import type { Checkout } from './checkout-state.ts'

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

/** Beside the toast: why an order was not placed. Not for what a field or a named order says. */
export function failureSentence(checkout: Checkout, isOnline: boolean): string | undefined {
  if (checkout.state !== 'failed' || !checkout.unsent) return undefined
  const { code } = checkout
  // Else the page says that it is offline.
  if (code === 'unreachable' && !isOnline) return undefined
  return refusalSentence('place', code)
}

/** Above an amount the shop asks for an advance. No refusal: the order is placed. */
export function advanceSentence({ total }: Cart): string | undefined {
  const limit = toMinor(settings.largeAmount)
  if (total <= limit) return undefined
  return `This order is above ${formatMoney(limit)}. We call you before we send it, and ask for ${formatMoney(total - limit)} as an advance.`
}
