import { paths } from '#paths.ts'
import { countPieces } from './cart.ts'
import { pathWithCart, readCart } from './stored-cart.ts'

/** Here, in another tab, and while this page was kept aside by the browser. */
const CHANGES = ['cart-changed', 'storage', 'pageshow']

/** Keeps the badge equal to the pieces in the cart; an empty cart shows none. */
export function showCartCount(): void {
  show()
  for (const change of CHANGES) addEventListener(change, show)
}

function show(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-cart-link]')
  const badge = document.querySelector<HTMLElement>('[data-cart-count]')
  if (!link || !badge) return
  const count = countPieces(readCart())
  badge.hidden = count === 0
  badge.textContent = String(count)
  link.setAttribute('aria-label', cartLabel(count))
  link.href = pathWithCart(paths.cart)
}

function cartLabel(count: number): string {
  if (count === 0) return 'Cart'
  return count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`
}
