/*
 * A cart in the URL of /cart or /checkout. The form of a product sends one line there while its script
 * is not loaded; a browser that stores nothing carries the whole cart.
 */
import { showToast } from '#kit/toast/toast.ts'
import { replaceCart } from './cart.store.ts'
import { addedToast } from './cart.ts'
import { isWholeCart, linesIn } from './lines-in-url.ts'
import { addToCart } from './stored-cart.ts'

/** Takes the lines of the URL into the cart by `add`, and out of the URL first, where a reload or Back would find them again. */
export function takeCartFromUrl(add = addToCart): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('product')) return
  history.replaceState(history.state, '', location.pathname)
  const items = linesIn(params)
  if (isWholeCart(params)) {
    replaceCart(items)
    return
  }
  for (const item of items) {
    add(item)
    showToast(addedToast(item))
  }
}
