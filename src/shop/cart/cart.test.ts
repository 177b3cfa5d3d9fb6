import { expect, test } from 'vitest'
import { countUnits, limitProblem } from '#order/order-lines.ts'
import { sellingPrice } from '#product/price-list.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { EMPTY_CART, lineId, priceCart, withAdded, withoutOrdered, withQuantity } from './cart.ts'
import { decodeCart, encodeCart } from './stored-cart.ts'

const single = choice(product)
const other = choice(otherProduct, 2)
const [unitPrice, otherPrice] = [product, otherProduct].map(({ sizes }) => sellingPrice(sizes[0]))

test('rule 2.7: the total is the sum of unit price times quantity', () => {
  expect(priceCart([other, single]).total).toBe(2 * Number(otherPrice) + Number(unitPrice))
})

test('adding the same product and size raises its quantity', () => {
  const cart = withAdded(withAdded(EMPTY_CART, single), { ...single, quantity: 3 })
  expect(cart.items).toMatchObject([{ ...single, quantity: 4, price: unitPrice }])
})

test('each size of a product has an id of its own on a page, without spaces', () => {
  const ids = ['100ml', '2 x 100ml'].map((size) => lineId({ ...single, size }))
  expect(new Set(ids).size).toBe(2)
  expect(ids.join('')).not.toMatch(/\s/)
})

test('another product is a new last line', () => {
  expect(withAdded(priceCart([single]), other).items.map((item) => item.id)).toEqual([
    single.id,
    other.id,
  ])
})

test('a quantity of 0 or less removes the line, and an empty cart costs 0', () => {
  expect(withQuantity(priceCart([single]), single.id, single.size, 0)).toEqual(EMPTY_CART)
  expect(withQuantity(priceCart([single]), single.id, single.size, -1)).toEqual(EMPTY_CART)
})

test('rule 2.8: the badge counts units, not lines', () => {
  expect(countUnits(priceCart([other, single]).items)).toBe(3)
})

test('rule 2.15: ordered units leave the cart, later ones stay', () => {
  const cart = priceCart([{ ...other, quantity: 5 }, single])
  expect(withoutOrdered(cart, [other, single])).toEqual(priceCart([{ ...other, quantity: 3 }]))
})

test('rule 2.10: a line of 1,000 units is over the limit', () => {
  expect(limitProblem(priceCart([{ ...single, quantity: 999 }]).items)).toBeUndefined()
  expect(limitProblem(priceCart([{ ...single, quantity: 1000 }]).items)).toBe(
    `We can send at most 999 of ${product.name} in one order.`,
  )
})

test('a saved cart is read as it was', () => {
  const cart = priceCart([other, single])
  expect(decodeCart(encodeCart(cart))).toEqual(cart)
})

test('rule 2.4: prices on the device are ignored', () => {
  const edited = { version: 1, items: [{ ...single, price: 1, name: 'Free oil' }] }
  expect(decodeCart(JSON.stringify(edited))).toEqual(priceCart([single]))
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
])('rule 2.5: an invalid line is dropped, the others stay', (line) => {
  expect(decodeCart(JSON.stringify({ version: 1, items: [line, other] }))).toEqual(
    priceCart([other]),
  )
})
