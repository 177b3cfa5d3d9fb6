import { expect, test } from 'vitest'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import type { ChosenLine } from './cart.ts'
import { linesIn } from './cart-in-url.ts'

const single = fields(choice(product, 2))

function fields({ id, size, quantity }: ChosenLine) {
  return { product: id, size, quantity: String(quantity) }
}

test('the fields of a product are a choice, priced from the list', () => {
  expect(linesIn(new URLSearchParams(single))).toMatchObject([
    {
      id: single.product,
      size: single.size,
      quantity: 2,
      price: sellingPrice(product.sizes[0]),
    },
  ])
})

test('every size is found as a form writes it', () => {
  for (const { id, sizes } of priceList) {
    for (const { label } of sizes) {
      const query = new URLSearchParams(fields({ id, size: label, quantity: 1 })).toString()
      expect(linesIn(new URLSearchParams(query))[0]?.size).toBe(label)
    }
  }
})

test.each([' 2', '٢', '۲', '２'])(
  'rule 2.20: %j is two, as a form without a script sends it',
  (quantity) => {
    expect(linesIn(new URLSearchParams({ ...single, quantity }))).toMatchObject([{ quantity: 2 }])
  },
)

test('a quantity over the limit is ignored', () => {
  expect(linesIn(new URLSearchParams({ ...single, quantity: '999' }))[0]?.quantity).toBe(999)
  expect(linesIn(new URLSearchParams({ ...single, quantity: '1000' }))).toEqual([])
})

test.each([
  { product: 'unknown' },
  { product: '' },
  { product: '__proto__' },
  { size: '100 ml' },
  { size: '' },
  { quantity: '' },
  { quantity: '0' },
  { quantity: '-1' },
  { quantity: '1.5' },
  { quantity: '1e2' },
  { quantity: '0x10' },
  { quantity: 'two' },
  { quantity: '9'.repeat(400) },
])('what the shop does not sell is ignored: %o', (strange) => {
  expect(linesIn(new URLSearchParams({ ...single, ...strange }))).toEqual([])
})

test('a URL without all fields has no line', () => {
  expect(linesIn(new URLSearchParams(''))).toEqual([])
  expect(linesIn(new URLSearchParams({ product: product.id }))).toEqual([])
})

test('several lines are read in their order, without what is not sold', () => {
  const lines = [choice(otherProduct, 3), { ...choice(product), id: 'unknown' }, choice(product, 2)]
  const params = new URLSearchParams(lines.flatMap((line) => Object.entries(fields(line))))
  expect(linesIn(params)).toMatchObject([
    { id: otherProduct.id, quantity: 3 },
    { id: product.id, quantity: 2 },
  ])
})

test('no more lines are read than an order may have', () => {
  const params = new URLSearchParams(Array(30).fill(Object.entries(single)).flat())
  expect(linesIn(params)).toHaveLength(20)
})
