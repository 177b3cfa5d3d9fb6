import { expect, test } from 'vitest'
import type { OrderQuery } from '../order-list.ts'
import { ALL_ORDERS, fromSearchParams, toSearchParams } from './order-query.ts'

const cursor = { date: '2026-11-21T04:22:03.123456+00:00', id: 'ABCDEFGH' }

test.each<OrderQuery>([
  ALL_ORDERS,
  { search: 'a,b)(*%"\\ عائشہ', status: 'shipped' },
  { search: '', status: undefined, olderThan: cursor },
  { search: 'x', status: 'pending', newerThan: cursor },
])('a query survives its address', (query) => {
  expect(fromSearchParams(new URLSearchParams(toSearchParams(query).toString()))).toEqual(query)
})

test.each([
  'status=refunded',
  'before=yesterday',
  'before=2026-99-99T04:22:03Z,ABCDEFGH',
  'before=2026-11-21T04:22:03Z,abc',
  'after=2026-11-21T04:22:03Z',
  'q=%20%20',
])('what makes no sense is as good as absent: %s', (text) => {
  expect(toSearchParams(fromSearchParams(new URLSearchParams(text))).toString()).toBe('')
})

test('a search is no longer than a name', () => {
  const query = fromSearchParams(new URLSearchParams({ q: 'a'.repeat(10_000) }))
  expect(query.search).toHaveLength(100)
})
