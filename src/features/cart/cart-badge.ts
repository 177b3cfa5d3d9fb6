import { $cartCount } from './cart.store.ts'

/** Keeps the badge equal to the pieces in the cart; an empty cart shows none. */
export function showCartCount(): void {
  const link = document.querySelector('[data-cart-link]')
  const badge = document.querySelector<HTMLElement>('[data-cart-count]')
  if (!link || !badge) return

  $cartCount.subscribe((count) => {
    badge.hidden = count === 0
    badge.textContent = String(count)
    link.setAttribute('aria-label', cartLabel(count))
  })
}

function cartLabel(count: number): string {
  if (count === 0) return 'Cart'
  return count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`
}
