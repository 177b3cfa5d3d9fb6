import { expect, test } from 'vitest'
import { soldSizes } from './price-list.ts'

const oil = { id: 'oil', name: 'Oil', sizes: [{ label: '100ml', price: 1599, discountPrice: 799 }] }

test('a size sells for its discount price, and without one for its price', () => {
  const sizes = [...oil.sizes, { label: '200ml', price: 2999.5 }]
  expect(soldSizes(JSON.stringify([{ ...oil, sizes }]))).toEqual([
    { id: 'oil', name: 'Oil', label: '100ml', price: 799 },
    { id: 'oil', name: 'Oil', label: '200ml', price: 2999.5 },
  ])
})

test('rule 1.26: what is off sale is not sold', () => {
  const sizes = [...oil.sizes, { label: '200ml', price: 2999, onSale: false }]
  const soap = { id: 'soap', name: 'Soap', onSale: false, sizes: [{ label: '1', price: 10 }] }
  expect(soldSizes(JSON.stringify([{ ...oil, sizes }, soap]))).toEqual([
    { id: 'oil', name: 'Oil', label: '100ml', price: 799 },
  ])
  expect(soldSizes(JSON.stringify([soap]))).toEqual([])
})

test('every mistake has a sentence of its own', () => {
  const sizes = [{ label: '100ml' }, { label: '200ml', price: -5 }]
  expect(() => soldSizes(JSON.stringify([{ ...oil, sizes }]))).toThrow(
    /product oil: "sizes\[0\]\.price" is missing.*\n.*product oil: "sizes\[1\]\.price" is -5/,
  )
})

test.each([
  ['no JSON', '[{ "id": "oil", "price": NaN }]', 'the file is not JSON'],
  ['an empty list', '[]', 'no product is listed'],
  ['an id twice', JSON.stringify([oil, oil]), '"id" oil stands there twice'],
])('%s is refused', (_, json, sentence) => {
  expect(() => soldSizes(json)).toThrow(sentence)
})
