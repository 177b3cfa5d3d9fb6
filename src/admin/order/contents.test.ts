import { expect, test } from 'vitest'
import { priceList } from '#product/price-list.ts'
import { formatContents, pickList } from './contents.ts'

const lines = priceList.map(({ id, name, sizes: [size] }, nth) => ({
  id,
  name,
  size: size.label,
  quantity: nth + 1,
}))

test('rule 21.1: a row says what is in the parcel, each product by what tells it apart', () => {
  expect(formatContents(lines)).toBe('1 × 100ml, 2 × Pair, 3 × Gift Pack')
  expect(formatContents([{ id: 'other', name: 'Soap', size: '1 bar', quantity: 2 }])).toBe(
    '2 × Soap',
  )
})

test('a pick list adds up what is in all parcels', () => {
  const orders = [{ items: lines }, { items: lines.slice(0, 1) }]
  expect(pickList(orders).map(({ quantity }) => quantity)).toEqual([3, 2, 2])
})
