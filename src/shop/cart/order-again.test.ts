import { expect, test } from 'vitest'
import { formatMoney } from '#kit/money.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { EMPTY_CART, priceCart } from './cart.ts'
import { withOrderedAgain } from './order-again.ts'

const [today, other] = priceCart([choice(product), choice(otherProduct)]).items
if (!today || !other) throw new Error('The catalogue has no two products')
const name = `${today.name} (${today.size})`

test.each([
  ['an empty cart', 0, 2, 2, []],
  [
    'less in the cart',
    1,
    3,
    3,
    [`Your cart already had 1 of ${name}, so only the rest was added.`],
  ],
  ['the same in the cart', 2, 2, 2, [`Your cart already had 2 of ${name}, so none was added.`]],
  ['more in the cart', 5, 2, 5, [`Your cart already had 5 of ${name}, so none was added.`]],
  ['too many', 0, 1000, 999, [`We can send at most 999 of ${name} in one order.`]],
])('rule 2.31: with %s the quantity is the larger one', (_, present, ordered, left, notes) => {
  const cart = present > 0 ? priceCart([choice(product, present)]) : EMPTY_CART
  const again = withOrderedAgain(cart, [{ ...today, quantity: ordered }])
  expect(again.cart.items.map(({ quantity }) => quantity)).toEqual([left])
  expect(again.notes).toEqual(notes)
})

test('rule 2.31: the same order a second time changes nothing', () => {
  const lines = [today, { ...other, quantity: 4 }]
  const { cart } = withOrderedAgain(priceCart([choice(otherProduct)]), lines)
  expect(withOrderedAgain(cart, lines).cart).toEqual(cart)
})

test('rule 2.30: the cart has the price of today, and the note both', () => {
  const { cart, notes } = withOrderedAgain(EMPTY_CART, [{ ...today, price: today.price + 100 }])
  expect(cart.total).toBe(today.price)
  expect(notes).toEqual([
    `${name} costs ${formatMoney(today.price)} now. It was ${formatMoney(today.price + 100)}.`,
  ])
})

test('rule 2.30: what is not sold any more is named, and the rest is in the cart', () => {
  const gone = { ...today, id: 'soap', name: 'Soap', size: '1 kg' }
  const { cart, notes } = withOrderedAgain(EMPTY_CART, [gone, { ...today, size: '1 l' }, other])
  expect(cart.items).toEqual([other])
  expect(notes).toEqual([
    'Soap (1 kg) is not sold any more.',
    `${today.name} (1 l): this size is not sold any more.`,
  ])
})

test('rule 2.30: lines that an order has no room for are named', () => {
  const full = {
    items: Array.from({ length: 20 }, (_, nth) => ({ ...other, id: `${nth}` })),
    total: 0,
  }
  const { cart, notes } = withOrderedAgain(full, [today])
  expect(cart).toBe(full)
  expect(notes).toEqual([
    `${name} is left out: we can send at most 20 different items in one order.`,
  ])
})
