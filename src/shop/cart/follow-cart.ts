import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { CART_KEY, onCartChange } from './cart-changes.ts'

const loadBadge = () => loadOnDemand<typeof import('./cart-badge.ts')>('cart-badge')

/**
 * Keeps the badge equal to the cart. Its code, which knows the price list, is fetched once a cart is
 * stored: most pages are read without one.
 */
export function followCart(): void {
  let isNeeded = false
  async function update(): Promise<void> {
    isNeeded ||= deviceStorage.get(CART_KEY) !== null
    if (!isNeeded) return
    try {
      const { showCartCount } = await loadBadge()
      showCartCount()
    } catch {
      // Not without a connection. The next change of the cart tries again.
    }
  }
  void update()
  onCartChange(() => void update())
}
