/* The effects of the checkout's state: toasts, and the next page. */

import { isStorageLasting } from '#kit/storage/storage-lifetime.ts'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'
import { $cart } from '#shop/cart/cart.store.ts'
import { addCartFromUrl } from '#shop/cart/cart-in-url.ts'
import { canRestore, dropOffSale } from '#shop/cart/change-cart.store.ts'
import type { CheckoutStore } from './checkout.store.ts'
import { confirmationOf } from './checkout-state.store.ts'
import { forgetDraft, readFullDraft } from './draft.ts'
import { $isSent, $shownPrices } from './shown-cart.store.ts'
import { ORDER_FAILED, ORDER_PLACED } from './words.ts'

/** Opens the checkout and follows it until the returned function is called. */
export function followCheckout(checkout: CheckoutStore): () => void {
  // The form of a product leads here by Shop Now. The page's own script may come later.
  addCartFromUrl()
  dropOffSale()
  const stopFollowing = checkout.$checkout.listen((now) => {
    if (now.state === 'failed') showToast(ORDER_FAILED)
    // Where nothing is stored the cart may be lost on the way: the page says so.
    if (now.state === 'empty' && isStorageLasting()) location.replace(paths.products)
    if (now.state === 'placed') {
      forgetDraft()
      showToastOnNextPage(ORDER_PLACED)
      // Replaced, so that Back does not lead into an empty checkout.
      location.replace(confirmationOf(now))
    }
  })
  const stopShowing = checkout.$shown.subscribe(({ prices, isSent }) => {
    $shownPrices.set(prices)
    $isSent.set(isSent)
  })
  const stopWatchingCart = $cart.listen(() => {
    // The page stays while the last line, removed here, can be restored.
    if (!canRestore()) checkout.onCartChange()
  })
  void checkout.open(readFullDraft)
  return () => {
    stopFollowing()
    stopShowing()
    stopWatchingCart()
  }
}
