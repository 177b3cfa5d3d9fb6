import { expect, it } from 'vitest'
import type { PackingReason } from '#admin/order/packing.ts'
import { leaving, type Packable, stoppedBy } from './packable.ts'

/** A group for each list of reasons, with one order. */
function packableOf(...groups: PackingReason[][]): Packable {
  return {
    groups: groups.map((reasons) => ({ reasons, orders: 1, toCollect: 100 })),
    stopped: groups.map((reasons, nth) => ({ id: `ORDER${nth}`, fullName: 'Sana', reasons })),
  }
}

it('rule 21.47: it is counted what leaves, with the cash, and what is included', () => {
  const packable = packableOf([], ['unconfirmed'], ['marked', 'unconfirmed'], ['held'])
  expect(leaving(packable, [])).toEqual({ count: 1, toCollect: 100 })
  expect(leaving(packable, ['unconfirmed'])).toEqual({ count: 2, toCollect: 200 })
  expect(leaving(packable, ['unconfirmed', 'marked']).count).toBe(3)
})

it('rule 21.47: what stays is named by each reason; what stays in any case is not offered', () => {
  const packable = packableOf([], ['unconfirmed'], ['held', 'unconfirmed'], ['marked', 'unconfirmed'])
  const named = stoppedBy(packable, []).map(({ reason, count, named }) => [
    ...[reason, count],
    named.map(({ id }) => id),
  ])
  expect(named).toEqual([
    ['held', 1, ['ORDER2']],
    ['marked', 1, ['ORDER3']],
    ['unconfirmed', 2, ['ORDER1', 'ORDER3']],
  ])
})

it('rule 21.46: what is booked is sent once more without another question, unless it is held', () => {
  const packable = packableOf(['booked', 'unconfirmed'], ['booked', 'held'])
  expect(leaving(packable, []).count).toBe(0)
  expect(leaving(packable, ['booked']).count).toBe(1)
  expect(stoppedBy(packable, ['booked'])).toMatchObject([{ reason: 'held', count: 1 }])
  expect(stoppedBy(packable, [])).toMatchObject([
    { reason: 'booked', count: 2 },
    { reason: 'held', count: 1 },
  ])
})
