/* Shows the units in the cart beside its icon; an empty cart shows none. */
import { countUnits } from '#order/order-lines.ts'
import { cartLabel } from '#order/texts/cart-words.ts'
import { paths } from '#paths.ts'
import { $cart, pathWithCart } from './cart.store.ts'

const link = document.querySelector<HTMLAnchorElement>('[data-cart-link]')
const badge = document.querySelector<HTMLElement>('[data-cart-count]')

$cart.subscribe(({ items }) => {
  if (!link || !badge) return
  const count = countUnits(items)
  badge.hidden = count === 0
  badge.textContent = String(count)
  link.setAttribute('aria-label', cartLabel(count))
  link.href = pathWithCart(paths.cart)
})
