import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { createEarlierOrders, orderOfToday } from './earlier-orders.store.ts'

beforeEach(() => void vi.useFakeTimers())
function aBackend(respond: () => Promise<OrderSummary[]>) {
  const searches: string[] = []
  const store = createEarlierOrders(async ({ search }) => {
    searches.push(search)
    return { rows: await respond(), older: undefined, newer: undefined }
  })
  return { ...store, searches }
}

test('one search when typing has paused, and only orders of that phone are shown', async () => {
  const same = anOrderSummary({ phone: '+92 300 1234567' })
  const other = anOrderSummary({ phone: '0300 12345678' })
  const { lookUp, $remote, searches } = aBackend(async () => [same, other])
  for (const phone of ['0300', '0300 123456', '0300 1234567', '۰۳۰۰ ۱۲۳۴۵۶۷ ']) lookUp(phone)
  await vi.runAllTimersAsync()
  expect(searches).toEqual(['0300 1234567'])
  expect($remote.get()).toMatchObject({ value: [same] })
  lookUp('0300')
  await vi.runAllTimersAsync()
  expect($remote.get()).toMatchObject({ value: [] })
})

test('a response for a phone that is not in the form any more is dropped', async () => {
  const { promise, resolve } = Promise.withResolvers<OrderSummary[]>()
  const { lookUp, $remote } = aBackend(() => promise)
  lookUp('0300 1234567')
  await vi.runAllTimersAsync()
  lookUp('0300 765')
  resolve([anOrderSummary()])
  await vi.runAllTimersAsync()
  expect($remote.get()).toMatchObject({ value: [] })
})

test('a search that failed is no empty list', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { lookUp, $remote } = aBackend(() => Promise.reject(new Error('offline')))
  lookUp('0300 1234567')
  await vi.runAllTimersAsync()
  expect($remote.get().state).toBe('failed')
})

test.each<[string, Partial<OrderSummary>, boolean]>([
  ['an hour', { date: '2026-11-21T08:00:00Z' }, true],
  ['a day', { date: '2026-11-20T09:00:00Z' }, false],
  ['an hour, cancelled', { date: '2026-11-21T08:00:00Z', status: 'cancelled' }, false],
])('an order of the last 24 hours: %s ago', (_, change, isFound) => {
  const order = anOrderSummary(change)
  expect(orderOfToday([order], Date.parse('2026-11-21T09:00:00Z'))).toBe(
    isFound ? order : undefined,
  )
})
