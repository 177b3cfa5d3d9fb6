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

it('rule 21.47: what stays stands once, and one tick includes it; what stays in any case is not offered', () => {
  const both: PackingReason[] = ['marked', 'unconfirmed']
  const orders = ordersWith([], ['unconfirmed'], ['held', 'unconfirmed'], both, both)
  const stopped = stoppedBy(orders)
  expect(stopped.map(({ reasons, orders }) => [reasons, placesOf(orders)])).toEqual([
    [['unconfirmed'], '1'],
    [['held'], '2'],
    [both, '3,4'],
  ])
  const leavingWith = stopped.map(({ key }) => placesOf(leaving(orders, new Set([key]))))
  expect([placesOf(leaving(orders)), ...leavingWith]).toEqual(['0', '0,1', '0', '0,3,4'])
})
