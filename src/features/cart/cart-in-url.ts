/*
 * A cart in the URL of /cart or /checkout. The form of a product sends one line there while its script
 * is not loaded; a browser that stores nothing carries the whole cart.
 */
import { isStorageLasting } from '#shared/storage-lifetime.ts'
import { showToast } from '#ui/toast.ts'
import { addToCart, replaceCart } from './cart.store.ts'
import { addedToast, type CartItem, MAX_ITEMS, MAX_QUANTITY, toCart } from './cart.ts'
import { CARRIED } from './stored-cart.ts'

/**
 * The lines of the search params: product, size and quantity once for each. Ignores what the shop does
 * not sell, or not so much of.
 */
export function linesIn(params: URLSearchParams): CartItem[] {
  const sizes = params.getAll('size')
  const quantities = params.getAll('quantity')
  const choices = params.getAll('product').map((id, nth) => ({
    id,
    size: sizes[nth] ?? '',
    quantity: /^\d+$/.test(quantities[nth] ?? '') ? Number(quantities[nth]) : 0,
  }))
  return toCart(choices.filter(({ quantity }) => quantity <= MAX_QUANTITY).slice(0, MAX_ITEMS))
    .items
}

/** Takes them into the cart by `add`, and out of the URL first, where a reload or Back would find them again. */
export function takeCartFromUrl(add = addToCart): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('product')) return
  history.replaceState(history.state, '', location.pathname)
  const items = linesIn(params)
  if (params.has(CARRIED) && !isStorageLasting()) {
    replaceCart(items)
    return
  }
  for (const item of items) {
    add(item)
    showToast(addedToast(item))
  }
}
