/*
 * A cart in the URL of /cart or /checkout. The form of a product sends one line there while its script
 * is not loaded; a browser that stores nothing carries the whole cart.
 */
import { isStorageLasting } from '#kit/storage/storage-lifetime.ts'
import { wholeNumber } from '#kit/text.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { MAX_ITEMS, MAX_QUANTITY } from '#order/order-lines.ts'
import { type CartItem, priceCart } from './cart.ts'
import { addToCart, replaceCart } from './change-cart.store.ts'
import { WHOLE_CART } from './stored-cart.ts'
import { addedToast } from './words.ts'

/** Adds the lines of the URL to the cart. Removes them from the URL first: a reload or Back would add them again. */
export function addCartFromUrl(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('product')) return
  history.replaceState(history.state, '', location.pathname)
  const items = linesIn(params)
  if (isWholeCart(params)) {
    replaceCart(items)
    return
  }
  for (const item of items) {
    addToCart(item)
    showToast(addedToast(item))
  }
}

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
function isWholeCart(params: URLSearchParams): boolean {
  return params.has(WHOLE_CART) && !isStorageLasting()
}
