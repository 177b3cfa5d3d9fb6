/* What follows from the checkout's state: toasts, and the next page. */
import { $cart } from '#features/cart/cart.store.ts'
import { takeChoiceFromAddress } from '#features/cart/choice-in-address.ts'
import { paths } from '#paths.ts'
import { showToast, showToastOnNextPage } from '#ui/toast.ts'
import type { CheckoutStore } from './checkout.store.ts'
import { forgetDraft } from './draft.ts'
import { ORDER_FAILED, ORDER_PLACED } from './sentences.ts'

/** Opens the checkout and follows it until the returned function is called. */
export function followCheckout(checkout: CheckoutStore): () => void {
  takeChoiceFromAddress()
  const stopFollowing = checkout.$checkout.listen((state) => {
    if (state.step === 'refused') showToast(ORDER_FAILED)
    if (state.step === 'empty') location.replace(paths.products)
    if (state.step === 'placed') {
      forgetDraft()
      showToastOnNextPage(ORDER_PLACED)
      // Replaced, so that Back does not lead into an empty checkout.
      location.replace(paths.confirmation(state.orderId))
    }
  })
  const stopWatchingCart = $cart.listen(checkout.leaveIfEmpty)
  void checkout.open()
  return () => {
    stopFollowing()
    stopWatchingCart()
  }
}
