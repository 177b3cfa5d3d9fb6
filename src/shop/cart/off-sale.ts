import { deviceStorage } from '#kit/storage/device-storage.ts'
import { showToast, type Toast } from '#kit/toast/toast.ts'
import { sizesOnSale } from '#product/on-sale.ts'
import { priceListEntries } from '#product/price-list.ts'
import { CART_KEY } from './cart-changes.ts'
import { savedChoices } from './stored-cart.ts'
import { NOT_SOLD } from './words.ts'

/**
 * Says which saved lines were taken off sale (docs/product.md, rule 2.5). The next change of the cart
 * drops them, so it is called before that.
 */
export function announceOffSale(say: (toast: Toast) => unknown = showToast): void {
  for (const { id, size } of savedChoices(deviceStorage.get(CART_KEY))) {
    const entry = priceListEntries.find((candidate) => candidate.id === id)
    const isIn = (sizes: readonly { label: string }[]) => sizes.some(({ label }) => label === size)
    if (entry && isIn(entry.sizes) && !isIn(sizesOnSale(entry))) {
      say({ title: NOT_SOLD.title, description: NOT_SOLD.description(entry.name, size) })
    }
  }
}
