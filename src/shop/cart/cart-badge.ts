/* Shows the units in the cart beside its icon; an empty cart shows none. */
import { countUnits } from '#order/order-lines.ts'
import { paths } from '#paths.ts'
import { $cart, pathWithCart } from './cart.store.ts'

const link = document.querySelector<HTMLAnchorElement>('[data-cart-link]')
const badge = document.querySelector<HTMLElement>('[data-cart-count]')

$cart.subscribe(({ items }) => {
  if (!link || !badge) return
  const count = countUnits(items)
  badge.hidden = count === 0
  badge.textContent = String(count)
  link.setAttribute('aria-label', count === 0 ? 'Cart' : `Cart, ${count}`)
  link.href = pathWithCart(paths.cart)
})
