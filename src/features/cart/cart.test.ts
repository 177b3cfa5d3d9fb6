import { expect, test } from 'vitest'
import {
  cartProblem,
  countUnits,
  EMPTY_CART,
  toCart,
  withAdded,
  withoutOrdered,
  withQuantity,
} from './cart.ts'
import { decodeCart, encodeCart } from './stored-cart.ts'

const single = { id: 'zulf-herbal-oil-single', size: '100ml', quantity: 1 }
const gift = { id: 'zulf-herbal-oil-giftpack', size: '2 x 100ml + gift', quantity: 2 }

test('two gift packs and a single cost 3897.00', () => {
  expect(toCart([gift, single]).total).toBe(389_700)
})

test('adding the same product and size raises its quantity', () => {
  const cart = withAdded(withAdded(EMPTY_CART, single), { ...single, quantity: 3 })
  expect(cart.items).toMatchObject([{ ...single, quantity: 4, price: 79_900 }])
})

test('another product is a new last line', () => {
  expect(withAdded(toCart([single]), gift).items.map((item) => item.id)).toEqual([
    single.id,
    gift.id,
  ])
})

test('a quantity of 0 or less removes the line, and an empty cart costs 0', () => {
  expect(withQuantity(toCart([single]), single.id, single.size, 0)).toEqual(EMPTY_CART)
  expect(withQuantity(toCart([single]), single.id, single.size, -1)).toEqual(EMPTY_CART)
})

test('the badge counts units, not lines', () => {
  expect(countUnits(toCart([gift, single]))).toBe(3)
})

test('ordered units leave the cart, later ones stay', () => {
  const cart = toCart([{ ...gift, quantity: 5 }, single])
  expect(withoutOrdered(cart, [gift, single])).toEqual(toCart([{ ...gift, quantity: 3 }]))
})

test('a line of 1000 units is more than the database accepts', () => {
  expect(cartProblem(toCart([{ ...single, quantity: 999 }]))).toBeUndefined()
  expect(cartProblem(toCart([{ ...single, quantity: 1000 }]))).toBe(
    'We can send at most 999 of Zulf Herbal Hair Oil in one order.',
  )
})

test('a stored cart comes back as it was', () => {
  const cart = toCart([gift, single])
  expect(decodeCart(encodeCart(cart))).toEqual(cart)
})

test('prices on the device are ignored', () => {
  const edited = { version: 1, items: [{ ...single, price: 1, name: 'Free oil' }] }
  expect(decodeCart(JSON.stringify(edited))).toEqual(toCart([single]))
})

test.each([
  '{',
  'null',
  '[1]',
  'NaN',
  '',
  '{"version":0,"items":[]}',
  '{"version":1,"items":5}',
  'x'.repeat(1e6),
])('a damaged cart is an empty one', (text) => expect(decodeCart(text)).toEqual(EMPTY_CART))

test.each([
  { ...single, id: 'unknown' },
  { ...single, id: '__proto__' },
  { ...single, size: '5 litres' },
  { ...single, quantity: -5 },
  { ...single, quantity: 1.5 },
  { ...single, quantity: 1e300 },
  { ...single, quantity: '2' },
  null,
])('a line that makes no sense is dropped, the others stay', (line) => {
  expect(decodeCart(JSON.stringify({ version: 1, items: [line, gift] }))).toEqual(toCart([gift]))
})
