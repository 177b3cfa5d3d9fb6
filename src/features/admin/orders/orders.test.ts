import { expect, test } from 'vitest'
import { queryState } from '#shared/query-state.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { type OrderQuery, orderQuerySchema } from './orders.ts'

const cursor = { date: '2026-11-21T04:22:03.123456+00:00', id: 'ABCDEFGH' }
const { parse, print } = queryState(orderQuerySchema, urlHistory())

test.each<Partial<OrderQuery>>([
  {},
  { search: 'a,b)(*%"\\ عائشہ', status: 'shipped' },
  { older: cursor },
  { search: 'x', status: 'pending', newer: cursor },
])('rule 14.1: search, status and page are restored from the URL: %o', (change) => {
  const all: OrderQuery = { search: '', status: undefined, older: undefined, newer: undefined }
  const query = { ...all, ...change }
  expect(parse(new URLSearchParams(print(query).toString()))).toEqual(query)
})

test.each(['status=refunded', 'older=2026-11-21T04:22:03Z,abc'])(
  'an invalid query parameter is ignored: %s',
  (text) => {
    expect(print(parse(new URLSearchParams(text))).toString()).toBe('')
  },
)
