/*
 * A cart in the URL of /cart or /checkout. The form of a product sends one line there while its script
 * is not loaded; a browser that stores nothing carries the whole cart.
 */
import { showToast } from '#kit/toast/toast.store.ts'
import { addToCart, replaceCart } from './change-cart.store.ts'
import { isWholeCart, linesIn } from './lines-in-url.ts'
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
