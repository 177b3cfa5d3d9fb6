import { countUnits } from '#order/order-lines.ts'
import { paths } from '#paths.ts'
import { pathWithCart, readCart } from './stored-cart.ts'
import { cartLabel } from './words.ts'

/** Shows the units in the cart; an empty cart shows none. */
export function showCartCount(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-cart-link]')
  const badge = document.querySelector<HTMLElement>('[data-cart-count]')
  if (!link || !badge) return
  const count = countUnits(readCart().items)
  badge.hidden = count === 0
  badge.textContent = String(count)
  link.setAttribute('aria-label', cartLabel(count))
  link.href = pathWithCart(paths.cart)
}
