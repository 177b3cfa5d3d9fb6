/* What became of "Order Again" on this page of the cart (docs/product.md, rules 2.30 to 2.32). */
import { atom } from 'nanostores'
import { formatMoney } from '#kit/money.ts'
import { takeHandedOver } from '#order/device/order-again-handover.ts'
import { readCart } from './cart.store.ts'
import { replaceCart } from './change-cart.store.ts'
import { describeCart, withOrderedAgain } from './order-again.ts'

interface Report {
  orderId: string
  notes: string[]
  /** What the cart had after that, as a sentence. */
  cart: string
}

export const $orderAgain = atom<Report | undefined>()

/** Takes the earlier order that the link of this page names into the cart, once. */
export function addOrderAgain(): void {
  const earlier = takeHandedOver()
  if (!earlier) return
  // Its lines are in the query too, for browsers that store nothing.
  history.replaceState(history.state, '', location.pathname)
  const { cart, notes } = withOrderedAgain(readCart(), earlier.lines)
  replaceCart(cart.items)
  const text = `${describeCart(cart)}. Total: ${formatMoney(cart.total)}`
  $orderAgain.set({
    orderId: earlier.orderId,
    notes,
    cart: cart.items.length > 0 ? text : 'nothing',
  })
}
