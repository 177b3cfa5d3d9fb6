import { expect, test } from 'vitest'
import { pickList } from './PickList.tsx'

const lines = ['Herbal Oil', 'Herbal Oil, Pair', 'Herbal Oil, Gift Pack'].map((name, nth) => ({
  id: name,
  name,
  size: `${nth + 1}00ml`,
  quantity: nth + 1,
}))

test('a pick list adds up what is in all parcels', () => {
  const orders = [{ items: lines }, { items: lines.slice(0, 1) }]
  expect(pickList(orders).map(({ quantity }) => quantity)).toEqual([3, 2, 2])
})
