/* Events for changes of the saved cart. A module of its own: most pages do not load the cart itself. */
import { onShownFromCache } from '#kit/page-events.ts'

export const CART_KEY = 'zulf:cart'

const CHANGED = 'cart-changed'

export function announceCartChange(): void {
  if (typeof window !== 'undefined') dispatchEvent(new Event(CHANGED))
}

/** Changes by this page, by another tab, and while this page was in the back/forward cache. */
export function onCartChange(run: () => void): void {
  addEventListener(CHANGED, run)
  addEventListener('storage', ({ key }) => {
    // Null where the whole storage was cleared.
    if (key === CART_KEY || key === null) run()
  })
  onShownFromCache(run)
}
