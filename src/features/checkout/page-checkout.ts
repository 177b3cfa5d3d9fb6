/* The one checkout of the page, for React and for a press that comes before React (early-press.ts). */
import { createCheckout } from './checkout.store.ts'
import { followCheckout } from './follow-checkout.ts'

export const pageCheckout = createCheckout()

let stop: (() => void) | undefined

/** Opens the checkout where it is not open yet, and closes it by the returned function. */
export function startPageCheckout(): () => void {
  stop ??= followCheckout(pageCheckout)
  return () => {
    stop?.()
    stop = undefined
  }
}
