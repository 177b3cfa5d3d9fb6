import { expect, test } from 'vitest'
import { commonWords, formatContents } from './contents-text.ts'

const lines = ['Herbal Oil', 'Herbal Oil, Pair', 'Herbal Oil, Gift Pack'].map((name, nth) => ({
  id: name,
  name,
  size: `${nth + 1}00ml`,
  quantity: nth + 1,
}))
const names = lines.map(({ name }) => name)

test('rule 21.1: a row says what is in the parcel, each product by what tells it apart', () => {
  expect(formatContents(lines, commonWords(names))).toBe('1 × 100ml, 2 × Pair, 3 × Gift Pack')
  // A word is not cut.
  expect(formatContents(lines.slice(0, 1), commonWords([...names, 'Herbal Oilcloth']))).toBe(
    '1 × Oil',
  )
})

test('rule 21.1: a product that is not sold any more is called by its whole name', () => {
  const soap = { id: 'other', name: 'Soap', size: '1 bar', quantity: 2 }
  expect(formatContents([soap])).toBe('2 × Soap')
})
