/*
 * Where a product's island could not come, its form leads to /cart or /checkout with what was chosen
 * in the address (docs/decisions/islands.md).
 */
import { showToast } from '#ui/toast.ts'
import { addedToast } from './added-toast.ts'
import { addToCart } from './cart.store.ts'
import { type CartItem, MAX_QUANTITY, toCart } from './cart.ts'

/** Anyone can write an address: what the shop does not sell, or not so much of, is as good as absent. */
export function choiceIn(params: URLSearchParams): CartItem | undefined {
  const field = (name: string) => params.get(name) ?? ''
  const quantity = field('quantity')
  if (!/^\d+$/.test(quantity) || Number(quantity) > MAX_QUANTITY) return undefined
  const choice = { id: field('product'), size: field('size'), quantity: Number(quantity) }
  return toCart([choice]).items[0]
}

/** Takes it into the cart, and out of the address first, where a reload or Back would find it again. */
export function takeChoiceFromAddress(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('product')) return
  history.replaceState(history.state, '', location.pathname)
  const item = choiceIn(params)
  if (!item) return
  addToCart(item)
  showToast(addedToast(item))
}
