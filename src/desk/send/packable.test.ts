import { expect, it } from 'vitest'
import type { PackingReason } from '#admin/order/packing.ts'
import { leaving, type PackableOrder, stoppedBy } from './packable.ts'

/** An order for each list of reasons, named by its place. */
function ordersWith(...reasons: PackingReason[][]): PackableOrder[] {
  return reasons.map((own, nth) => ({
    ...{ id: String(nth), fullName: 'Sana', toCollect: 100 },
    reasons: own,
  }))
}

function placesOf(orders: readonly PackableOrder[]): string {
  return orders.map(({ id }) => id).join()
}

it('rule 21.47: what leaves, and what is included', () => {
  const orders = ordersWith([], ['unconfirmed'], ['marked', 'unconfirmed'], ['held'])
  expect(placesOf(leaving(orders))).toBe('0')
  expect(placesOf(leaving(orders, ['unconfirmed']))).toBe('0,1')
  expect(placesOf(leaving(orders, ['unconfirmed', 'marked']))).toBe('0,1,2')
})

it('rule 21.47: what stays stands by each of its reasons; what stays in any case is not offered', () => {
  const both: PackingReason[] = ['marked', 'unconfirmed']
  const orders = ordersWith([], ['unconfirmed'], ['held', 'unconfirmed'], both)
  const named = stoppedBy(orders).map((one) => [one.reason, placesOf(one.orders)])
  expect(named).toEqual([
    ['held', '2'],
    ['marked', '3'],
    ['unconfirmed', '1,3'],
  ])
})
