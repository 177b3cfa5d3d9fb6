import { beforeEach, expect, test } from 'vitest'
import { queryState } from '#kit/query-state.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrderSummary, NO_EARLIER_ORDERS } from '#tests/support/order-factories.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { $couriers } from './couriers.ts'
import { formatEarlierOrders } from './earlier-orders.ts'
import { NO_ORDER_FILTER } from './order-filter.ts'
import {
  formatParcel,
  formatPhone,
  type OrderQuery,
  orderQuerySchema,
  ordersOfPhone,
} from './orders.ts'

beforeEach(() => $couriers.set(someCouriers))

const cursor = { date: '2026-11-21T04:22:03.123456+00:00', id: 'ABCDEFGH' }
const { parse, print } = queryState(orderQuerySchema, urlHistory())

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
  expect(parse(new URLSearchParams(print(query).toString()))).toEqual(query)
})

test.each(['status=refunded', 'older=2026-11-21T04:22:03Z,abc'])(
  'an invalid query parameter is ignored: %s',
  (text) => {
    expect(print(parse(new URLSearchParams(text))).toString()).toBe('')
  },
)

test.each([
  ['+92 (321) 100-0001', '0321 1000001'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '0300 1234567'],
  ['042 35761234', '04235761234'],
  ['+971 50 1234567', '00971501234567'],
])('rule 14.1: a row shows the phone as it is dialled in Pakistan: %s', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})

test.each(['0300 1234567', '+92 (300) 123-4567', '۰۳۰۰ ۱۲۳۴۵۶۷ & #?'])(
  'the orders of a phone are searched for by the phone as it was typed: %s',
  (phone) => {
    const { pathname, searchParams } = new URL(ordersOfPhone(phone), 'https://shop.example')
    expect([pathname, parse(searchParams).search]).toEqual(['/admin/orders', phone])
  },
)

test.each([
  ['tcs', '770012345', 'TCS 770012345'],
  ['tcs', undefined, 'TCS'],
  [undefined, '770012345', '770012345'],
  ['not-in-the-settings', '770012345', 'not-in-the-settings 770012345'],
  [undefined, undefined, ''],
])(
  'rule 14.1: the parcel of courier %s with number %s is "%s"',
  (courier, trackingNumber, text) => {
    expect(formatParcel(anOrderSummary({ courier, trackingNumber }))).toBe(text)
  },
)

test('rule 14.7: the other orders of the phone are counted by status, and linked', () => {
  expect(formatEarlierOrders(NO_EARLIER_ORDERS)).toBe('First order from this phone')
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 1, cancelled: 1 })).toBe(
    '1 other order from this phone: 1 cancelled',
  )
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 3, delivered: 2, cancelled: 1 })).toBe(
    '3 other orders from this phone: 2 delivered, 1 cancelled',
  )
})
