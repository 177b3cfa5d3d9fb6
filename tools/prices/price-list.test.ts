import { expect, test } from 'vitest'
import { parsePriceList } from './price-list.ts'

const oil = { id: 'oil', name: 'Oil', sizes: [{ label: '100ml', price: 1599, discountPrice: 799 }] }

test('a size sells for its discount price, and without one for its price', () => {
  const sizes = [...oil.sizes, { label: '200ml', price: 2999.5 }]
  expect(parsePriceList(JSON.stringify([{ ...oil, sizes }]))).toEqual([
    { id: 'oil', name: 'Oil', label: '100ml', price: 799 },
    { id: 'oil', name: 'Oil', label: '200ml', price: 2999.5 },
  ])
})

test.each([
  ['a missing price', { price: undefined }, 'oil, 100ml: price is missing'],
  ['no number', { price: '799' }, 'oil, 100ml: price must be a number such as 799, not "799"'],
  ['null', { price: null }, 'oil, 100ml: price must be a number such as 799, not null'],
  ['zero', { price: 0, discountPrice: undefined }, 'oil, 100ml: price must be above 0, not 0'],
  [
    'a negative discount',
    { discountPrice: -1 },
    'oil, 100ml: discountPrice must be above 0, not -1',
  ],
  [
    'a discount of null',
    { discountPrice: null },
    'discountPrice must be a number such as 799, not null',
  ],
  [
    'a price over the ceiling',
    { price: 500_001 },
    'oil, 100ml: price must be at most 500000, not 500001',
  ],
  ['three decimals', { price: 1599.005 }, 'oil, 100ml: price has more than two decimals: 1599.005'],
  [
    'a discount above the price',
    { discountPrice: 1600 },
    'discountPrice 1600 is above the price 1599',
  ],
  ['a misspelt key', { discountprice: 1 }, 'oil, 100ml: "discountprice" is not known'],
  ['a missing label', { label: ' ' }, 'oil, size 1: label is missing'],
])('%s is refused', (_, change, sentence) => {
  expect(() => withSizes([{ ...oil.sizes[0], ...change }])).toThrow(sentence)
})

test.each([
  ['NaN', '[{ "id": "oil", "price": NaN }]', 'src/content/price-list.json is not valid JSON: '],
  ['an empty list', '[]', 'it must be a list with at least one product.'],
  ['an object', '{}', 'it must be a list with at least one product.'],
  ['a product that is none', '[7]', 'product 1 must be an object with id, name and sizes.'],
  [
    'an id with a space',
    JSON.stringify([{ ...oil, id: 'Oil 1' }]),
    'Oil 1: id must be small letters',
  ],
  ['a missing name', JSON.stringify([{ ...oil, name: '' }]), 'oil: name is missing.'],
  [
    'no sizes',
    JSON.stringify([{ ...oil, sizes: [] }]),
    'oil: sizes must be a list with at least one',
  ],
  [
    'a size that is none',
    JSON.stringify([{ ...oil, sizes: ['x'] }]),
    'oil, size 1 must be an object',
  ],
  ['an id twice', JSON.stringify([oil, oil]), 'two products have the id "oil".'],
])('%s is refused', (_, json, sentence) => {
  expect(() => parsePriceList(json)).toThrow(sentence)
})

test('a size that is there twice is refused', () => {
  expect(() => withSizes([...oil.sizes, ...oil.sizes])).toThrow(
    'oil: the size "100ml" is there twice.',
  )
})

test('every mistake has a sentence of its own', () => {
  const sizes = [{ label: '100ml' }, { label: '200ml', price: -5 }]
  expect(() => withSizes(sizes)).toThrow(
    'src/content/price-list.json: oil, 100ml: price is missing.\n' +
      'src/content/price-list.json: oil, 200ml: price must be above 0, not -5.',
  )
})

function withSizes(sizes: unknown[]) {
  return parsePriceList(JSON.stringify([{ ...oil, sizes }]))
}
