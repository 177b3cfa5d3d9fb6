/*
 * A cart in the URL of /cart or /checkout. The form of a product sends one line there while its script
 * is not loaded; a browser that stores nothing carries the whole cart.
 */
import { showToast } from '#kit/toast/toast.store.ts'
import { addToCart, replaceCart } from './change-cart.store.ts'
import { isWholeCart, linesIn } from './lines-in-url.ts'
import { addedToast } from './words.ts'

/** Takes the lines of the URL into the cart, and out of the URL first, where a reload or Back would find them again. */
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
