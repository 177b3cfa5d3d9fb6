/* The lines of a cart in the URL (cart-in-url.ts). */
import { isStorageLasting } from '#kit/storage/storage-lifetime.ts'
import { wholeNumber } from '#kit/text.ts'
import { MAX_ITEMS, MAX_QUANTITY } from '#order/order-lines.ts'
import { type CartItem, priceCart } from './cart.ts'
import { WHOLE_CART } from './stored-cart.ts'

/**
 * The lines of the search params: product, size and quantity once for each, as a form without a script sends them.
 * Ignores what the shop does not sell, and quantities above the limit.
 */
export function linesIn(params: URLSearchParams): CartItem[] {
  const sizes = params.getAll('size')
  const quantities = params.getAll('quantity')
  const choices = params.getAll('product').map((id, nth) => ({
    id,
    size: sizes[nth] ?? '',
    quantity: wholeNumber(quantities[nth] ?? ''),
  }))
  return priceCart(choices.filter(({ quantity }) => quantity <= MAX_QUANTITY).slice(0, MAX_ITEMS))
    .items
}

/** Whether the lines are the whole cart of a browser that stores nothing. */
export function isWholeCart(params: URLSearchParams): boolean {
  return params.has(WHOLE_CART) && !isStorageLasting()
}
