import { beforeEach, expect, test } from 'vitest'
import { removeFromCart, removeOrdered, replaceCart } from '#shop/cart/change-cart.store.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { $isSent, $shownCart, $shownLines, $shownPrices } from './shown-cart.store.ts'

const shownTotal = () => $shownCart.get().total

beforeEach(() => {
  $shownCart.listen(() => undefined)
  $isSent.set(false)
  $shownPrices.set(undefined)
  replaceCart([choice(product), choice(otherProduct)])
})

test('rule 4.56: what was sent is shown until the page is left, whatever becomes of the saved cart', () => {
  const total = shownTotal()
  $isSent.set(true)
  removeOrdered([choice(product)])
  expect(shownTotal()).toBe(total)
  $isSent.set(false)
  expect($shownCart.get().items).toMatchObject([choice(otherProduct)])
})

test('rule 4.56: a cart that was ordered by another tab stays on screen, and one that is emptied here does not', () => {
  const total = shownTotal()
  removeOrdered([choice(product), choice(otherProduct)])
  expect(shownTotal()).toBe(total)

  replaceCart([choice(product)])
  const { id, size } = choice(product)
  removeFromCart(id, size)
  expect(shownTotal()).toBe(0)
  expect($shownLines.get()).toMatchObject([{ isRemoved: true }])
})

test('rule 5.19: agreed prices are shown', () => {
  const { id, size } = choice(product)
  const total = shownTotal()
  const price = $shownCart.get().items[0]?.price ?? 0
  $shownPrices.set([{ id, size, price: price + 500 }])
  expect(shownTotal()).toBe(total + 500)
})
