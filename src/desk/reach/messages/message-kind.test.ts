import { expect, test } from 'vitest'
import type { Stage } from '#admin/order/stages.ts'
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

test.each<[Stage, boolean, string | undefined]>([
  // Its customer has confirmed it, and changed it since.
  ['to_confirm', false, 'confirm'],
  ['held', false, 'confirm'],
  ['to_pack', false, 'preparing'],
  // Nobody has confirmed it, and its confirm link has ended.
  ['to_ship', true, 'preparing'],
  ['held', true, undefined],
  ['replaced', false, undefined],
])('rule 21.60: the page of an order at "%s", booked: %s, writes "%s"', (stage, booked, kind) => {
  const confirmation = { ...NOT_CONFIRMED, state: booked ? 'open' : 'confirmed' } as const
  expect(messageKindOf(withHistory(anOrder({ booked }), { stage, confirmation }))).toBe(kind)
})
