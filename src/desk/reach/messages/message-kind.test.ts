import { expect, test } from 'vitest'
import type { Order } from '#order/order.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { A_PARCEL, anOrder, NOT_CONFIRMED } from '#tests/support/order-factories.ts'
import { messageKindOf } from './message-kind.ts'

const request = { at: '2026-11-22T08:00:00Z', kind: 'damaged', text: 'Broken' } as const

test.each<[Partial<Order>, string]>([
  [{ status: 'pending' }, 'confirm'],
  [{ status: 'processing' }, 'confirm'],
  [{ status: 'pending', total: 0, replaces: 'BCDEFGHJ' }, 'replacement'],
  [{ status: 'shipped' }, 'shipped'],
  [{ status: 'delivered' }, 'delivered'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'delivered', request: { ...request, state: 'open' } }, 'help'],
  [{ status: 'delivered', request: { ...request, state: 'closed' } }, 'delivered'],
])('rule 21.60: the page of an order with %j writes "%s"', (change, kind) => {
  expect(messageKindOf(withHistory(anOrder(change)))).toBe(kind)
})

test.each([
  ['attempt_failed', 'failed'],
  ['out_for_delivery', 'shipped'],
  ['returning', undefined],
  ['lost', undefined],
] as const)('rule 21.60: the page of an order whose parcel is "%s" writes "%s"', (state, kind) => {
  const found = withHistory(anOrder({ status: 'shipped' }))
  expect(messageKindOf({ ...found, parcels: [{ ...A_PARCEL, state }] })).toBe(kind)
})

test('rule 21.60: a confirmed order is being packed', () => {
  const found = {
    ...withHistory(anOrder()),
    confirmation: { ...NOT_CONFIRMED, state: 'confirmed' as const },
  }
  expect(messageKindOf(found)).toBe('preparing')
})
