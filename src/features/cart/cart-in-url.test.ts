import { expect, test } from 'vitest'
import { linesIn } from './cart-in-url.ts'

const single = { product: 'zulf-herbal-oil-single', size: '100ml', quantity: '2' }

test('the fields of a product are a choice, priced from the list', () => {
  expect(linesIn(new URLSearchParams(single))).toMatchObject([
    {
      id: single.product,
      size: '100ml',
      quantity: 2,
      price: 79_900,
    },
  ])
})

test('a size is found as a form writes it', () => {
  const query = 'product=zulf-herbal-oil-giftpack&size=2+x+100ml+%2B+gift&quantity=1'
  expect(linesIn(new URLSearchParams(query))[0]?.size).toBe('2 x 100ml + gift')
})

test('a line has no more units than the backend accepts', () => {
  expect(linesIn(new URLSearchParams({ ...single, quantity: '999' }))[0]?.quantity).toBe(999)
  expect(linesIn(new URLSearchParams({ ...single, quantity: '1000' }))).toEqual([])
})

test.each([
  { product: 'zulf-herbal-oil-quadruple' },
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
  { quantity: ' 2' },
  { quantity: '٢' },
  { quantity: '9'.repeat(400) },
])('what the shop does not sell is no choice: %o', (strange) => {
  expect(linesIn(new URLSearchParams({ ...single, ...strange }))).toEqual([])
})

test('an address without a choice has none', () => {
  expect(linesIn(new URLSearchParams(''))).toEqual([])
  expect(linesIn(new URLSearchParams('product=zulf-herbal-oil-single'))).toEqual([])
})

test('several lines are read in their order, without what is not sold', () => {
  const query =
    'product=zulf-herbal-oil-giftpack&size=2+x+100ml+%2B+gift&quantity=3' +
    '&product=free-oil&size=100ml&quantity=1' +
    '&product=zulf-herbal-oil-single&size=100ml&quantity=2'
  expect(linesIn(new URLSearchParams(query))).toMatchObject([
    { id: 'zulf-herbal-oil-giftpack', quantity: 3 },
    { id: 'zulf-herbal-oil-single', quantity: 2 },
  ])
})

test('no more lines are read than an order may have', () => {
  const params = new URLSearchParams(Array(30).fill(Object.entries(single)).flat())
  expect(linesIn(params)).toHaveLength(20)
})
