import { expect, test } from 'vitest'
import { queryState } from '#kit/query-state.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { NO_ORDER_FILTER } from './order-filter.ts'
import { type OrderQuery, orderQuerySchema } from './orders.ts'
import { ordersOfPhone } from './orders-of-phone.ts'

const cursor = { date: '2026-11-21T04:22:03.123456+00:00', id: 'ABCDEFGH' }
const { parse, format } = queryState(orderQuerySchema, urlHistory())

test.each<Partial<OrderQuery>>([
  {},
  { search: 'a,b)(*%"\\ عائشہ', status: 'shipped' },
  { older: cursor },
  { mark: 'many_of_phone', group: '0a1b2c3d4e5f' },
  { search: 'x', status: 'pending', newer: cursor },
  { stage: 'to_pack', courier: 'tcs', from: '2026-11-01', to: '2026-11-30' },
  { outcome: 'refused', source: 'phone', batch: '12' },
])('rule 14.1: search, status and page are restored from the URL: %o', (change) => {
  const query = { ...NO_ORDER_FILTER, older: undefined, newer: undefined, ...change }
  expect(parse(new URLSearchParams(format(query).toString()))).toEqual(query)
})

test.each(['status=refunded', 'older=2026-11-21T04:22:03Z,abc'])(
  'an invalid query parameter is ignored: %s',
  (text) => {
    expect(format(parse(new URLSearchParams(text))).toString()).toBe('')
  },
)

test.each(['0300 1234567', '+92 (300) 123-4567', '۰۳۰۰ ۱۲۳۴۵۶۷ & #?'])(
  'the orders of a phone are searched for by the phone as it was typed: %s',
  (phone) => {
    const { pathname, searchParams } = new URL(ordersOfPhone(phone), 'https://shop.example')
    expect([pathname, parse(searchParams).search]).toEqual(['/admin/orders', phone])
  },
)
