/* What the customer reads where the checkout stops (docs/product.md, rules 18.1–18.4 and 18.9–18.15). */
import { type Cart, cartProblem } from '#features/cart/cart.ts'
import type { Toast } from '#ui/toast.ts'

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

const UNREACHABLE =
  'Our shop could not be reached. Your cart and what you typed are still here: check your connection and press Place Order again. You will not order twice.'

/** Beside the toast: what to do about a refusal that a retry does not change. */
export function refusalSentence(
  { code }: { code: string },
  cart: Cart,
  isOnline = true,
): string | undefined {
  switch (code) {
    case 'price_changed':
    case 'total_mismatch':
    case 'item_unknown':
      return 'Our prices have changed since this page was opened. Reload the page to see today’s prices.'
    case 'too_many_orders':
      return 'There are several open orders for this phone number already. Please wait until they are on their way, or contact us.'
    case 'rate_limited':
      return 'Many orders came from your connection in a short time. Please try again in a few minutes.'
    case 'order_erased':
      return 'This order was placed earlier, and its personal data has been erased since. Press Place Order again to order anew.'
    case 'unreachable':
      // Else the page says that it is offline.
      return isOnline ? UNREACHABLE : undefined
    case 'cart_too_large':
      return cartProblem(cart)
    default:
      return undefined
  }
}
