import { expect, test } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'
import { mayBeReplaced, type Order } from './order.ts'

test.each<[Pick<Order, 'status' | 'parcelState'>, boolean]>([
  [{ status: 'pending', parcelState: undefined }, false],
  [{ status: 'shipped', parcelState: undefined }, true],
  [{ status: 'delivered', parcelState: undefined }, true],
  [{ status: 'shipped', parcelState: 'lost' }, false],
  [{ status: 'shipped', parcelState: 'returning' }, false],
])('rule 21.30: the items of %o may be sent again for nothing: %s', (state, may) => {
  expect(mayBeReplaced(anOrder(state))).toBe(may)
})
