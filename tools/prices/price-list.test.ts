import { expect, test } from 'vitest'
import { parsedPrices, soldSizes } from './price-list.ts'

const sold = (list: unknown) => soldSizes(parsedPrices(JSON.stringify(list)))

const oil = { id: 'oil', name: 'Oil', sizes: [{ label: '100ml', price: 1599, discountPrice: 799 }] }

test('a size sells for its discount price, and without one for its price', () => {
  const sizes = [...oil.sizes, { label: '200ml', price: 2999.5 }]
  expect(sold([{ ...oil, sizes }])).toEqual([
    { id: 'oil', name: 'Oil', label: '100ml', price: 799 },
    { id: 'oil', name: 'Oil', label: '200ml', price: 2999.5 },
  ])
})

test('rule 1.26: what is off sale is not sold', () => {
  const sizes = [...oil.sizes, { label: '200ml', price: 2999, onSale: false }]
  const soap = { id: 'soap', name: 'Soap', onSale: false, sizes: [{ label: '1', price: 10 }] }
  expect(sold([{ ...oil, sizes }, soap])).toEqual([
    { id: 'oil', name: 'Oil', label: '100ml', price: 799 },
  ])
  expect(sold([soap])).toEqual([])
})

test('every mistake has a sentence of its own', () => {
  const sizes = [{ label: '100ml' }, { label: '200ml', price: -5 }]
  expect(() => sold([{ ...oil, sizes }])).toThrow(
    /product oil: "sizes\[0\]\.price" is missing.*\n.*product oil: "sizes\[1\]\.price" is -5/,
  )
})

test.each<[changes: object, sentence: string]>([
  [{ price: '1599' }, '"sizes[0].price" is "1599", which is text. Write it without quotes'],
  [{ price: 1.999 }, '"sizes[0].price" is 1.999. Write a price as a number above 0'],
  [{ discountPrice: 1599 }, '"sizes[0].discountPrice" is not lower than "price". Write a lower'],
  [{ label: ' ' }, '"sizes[0].label" is " ". Write the size as customers see it'],
  [{ label: '100ml ' }, '"sizes[0].label" is "100ml ". Write the size as customers see it'],
  [{ label: '100\u00A0ml' }, '"sizes[0].label" is 100<U+00A0>ml. Write the size as'],
  [{ discount: 799 }, '"sizes[0].discount": no such field. Correct the name or remove it.'],
  [{ onSale: 'false' }, '"sizes[0].onSale" is "false", which is text. Write it without quotes'],
  [{ onSale: 'no' }, '"sizes[0].onSale" is no. Write false without quotes'],
  [
    { sameAs: { id: 'soap', size: '1', quantity: 2, says: 'Two' } },
    '"sameAs" is 1 of soap, which is no size of another product. Correct it, or remove',
  ],
])('a size with %j is refused, with what to write', (changes, sentence) => {
  const sizes = [{ label: '100ml', price: 1599, ...changes }]
  expect(() => sold([{ ...oil, sizes }])).toThrow(sentence)
})

test.each(['100ml', '100 ML'])('two sizes of one label are refused: %s', (label) => {
  const sizes = [...oil.sizes, { label, price: 10 }]
  expect(() => sold([{ ...oil, sizes }])).toThrow(
    '"sizes" has two sizes of one label. Give each its own.',
  )
})

test.each([
  ['no JSON', '[{ "id": "oil", "price": NaN }]', 'the file is not JSON'],
  ['a comment', '[\n  // prices\n]', '"[ // prices ]" is not valid JSON). Compare its'],
  ['an empty list', '[]', 'no product is listed'],
  ['an id twice', JSON.stringify([oil, oil]), '"id" oil stands there twice'],
])('%s is refused', (_, json, sentence) => {
  expect(() => parsedPrices(json)).toThrow(sentence)
})

test('a list that Notepad saved, with a mark at its start, is read', () => {
  expect(parsedPrices(`\uFEFF${JSON.stringify([oil])}`)).toEqual([oil])
})
