import { beforeEach, expect, test } from 'vitest'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { PLACED_KEY, savePlaced, takePlaced } from './placed-order.ts'

const order = anOrder({
  shippingAddress: { ...goodAddress, landmark: 'Blue mosque' },
  advance: 100,
  trackingNumber: undefined,
})

beforeEach(() => {
  stubSessionStorage()
})

test('rule 7.42: the order that was just placed is taken once, as it was', () => {
  savePlaced(order)
  expect(takePlaced(order.id)).toEqual(order)
  expect(takePlaced(order.id)).toBeUndefined()
})

test('rule 7.42: of another order, or after two minutes, nothing is shown, and nothing is left', () => {
  savePlaced(order, 0)
  expect(takePlaced('QQQQQQQQ', 0)).toBeUndefined()
  expect(tabStorage.get(PLACED_KEY)).toBeUndefined()
  savePlaced(order, 0)
  expect(takePlaced(order.id, 121_000)).toBeUndefined()
  expect(tabStorage.get(PLACED_KEY)).toBeUndefined()
})

test.each([null, 1, {}, { at: 0, order: { id: 'ABCDEFGH' } }])(
  'what is no order is ignored: %o',
  (saved) => {
    tabStorage.set(PLACED_KEY, saved)
    expect(takePlaced('ABCDEFGH', 0)).toBeUndefined()
  },
)
