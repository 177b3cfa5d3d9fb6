import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import type { OrderCounts, OrderPage, OrderQuery } from '../order-list.ts'
import { createOrderList } from './order-list.store.ts'

const cursor = { date: '2026-11-21T08:00:00Z', id: 'ABCDEFGH' }
const counts: OrderCounts = {
  all: 5,
  pending: 1,
  processing: 1,
  shipped: 1,
  delivered: 1,
  cancelled: 1,
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.useRealTimers())

/** A list whose answers come when the test says so, and an address bar of its own. */
function aList(address = '') {
  const steps = [address]
  const questions: { query: OrderQuery; answer: Answer }[] = []
  const list = createOrderList({
    fetchOrders: (query) =>
      new Promise((resolve, reject) => {
        const page = (page: Partial<OrderPage>) =>
          resolve({ orders: [], older: undefined, newer: undefined, ...page })
        questions.push({ query, answer: { page, fails: reject } })
      }),
    fetchCounts: async () => counts,
    address: {
      read: () => new URLSearchParams(steps.at(-1)),
      push: (params) => void steps.push(params.toString()),
      replace: (params) => void steps.splice(-1, 1, params.toString()),
    },
  })
  return { list, steps, questions, asked: () => questions.map(({ query }) => query) }
}

interface Answer {
  page(page: Partial<OrderPage>): void
  fails(error: unknown): void
}

it('an answer that comes late does not overwrite a newer one', async () => {
  const { list, questions } = aList()
  const first = list.load()
  const second = list.choose({ status: 'shipped' })
  questions[1]?.answer.page({ orders: [anOrderSummary({ id: 'NEWERNEW' })] })
  await second
  questions[0]?.answer.page({ orders: [anOrderSummary({ id: 'LATELATE' })] })
  await first
  expect(list.$list.get()).toMatchObject({
    state: 'shown',
    page: { orders: [{ id: 'NEWERNEW' }] },
    isLoading: false,
  })
})

it('a failure that comes late does not hide what is there', async () => {
  const { list, questions } = aList()
  const first = list.load()
  const second = list.load()
  questions[1]?.answer.page({})
  await second
  questions[0]?.answer.fails(new ShopError('unreachable'))
  await first
  expect(list.$list.get().state).toBe('shown')
})

it('typing is searched for after a pause, once, from the newest order on', async () => {
  const { list, steps, asked } = aList('status=shipped&before=2026-11-21T08:00:00Z,ABCDEFGH')
  for (const typed of ['a', 'ay', 'aye']) list.search(typed)
  expect(asked()).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(asked()).toEqual([{ search: 'aye', status: 'shipped' }])
  expect(steps).toEqual(['q=aye&status=shipped'])
})

it('a filter is a step that Back undoes, and begins at its newest order', async () => {
  const { list, steps, questions, asked } = aList('q=ali&before=2026-11-21T08:00:00Z,ABCDEFGH')
  const chosen = list.choose({ status: 'pending' })
  questions[0]?.answer.page({})
  await chosen
  expect(asked()).toEqual([{ search: 'ali', status: 'pending' }])
  expect(steps.at(-1)).toBe('q=ali&status=pending')
  steps.pop()
  void list.followAddress()
  expect(asked().at(-1)).toEqual({ search: 'ali', status: undefined, olderThan: cursor })
})

it('paging back to the top shows the whole first page', async () => {
  const { list, steps, questions, asked } = aList('after=2026-11-21T08:00:00Z,ABCDEFGH')
  const loading = list.load()
  questions[0]?.answer.page({ orders: [anOrderSummary()], newer: undefined })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()[1]).not.toHaveProperty('newerThan', cursor)
  questions[1]?.answer.page({ orders: [anOrderSummary(), anOrderSummary({ id: 'SECONDSE' })] })
  await loading
  expect(steps).toEqual([''])
  expect(list.$list.get()).toMatchObject({ page: { orders: [{}, {}] } })
})

it('a failure is shown, and the next load mends it', async () => {
  const { list, questions } = aList()
  const first = list.load()
  questions[0]?.answer.fails(new ShopError('unreachable'))
  await first
  expect(list.$list.get()).toEqual({ state: 'failed' })
  const second = list.load()
  expect(list.$list.get()).toEqual({ state: 'loading' })
  questions[1]?.answer.page({})
  await second
  expect(list.$list.get().state).toBe('shown')
  expect(list.$counts.get()).toEqual(counts)
})

it('what was changed elsewhere on the page shows in its row', async () => {
  const { list, questions } = aList()
  const loading = list.load()
  questions[0]?.answer.page({ orders: [anOrderSummary()] })
  await loading
  list.applyChange('ABCDEFGH', { status: 'shipped', trackingNumber: 'TCS 1' })
  expect(list.$list.get()).toMatchObject({
    page: { orders: [{ status: 'shipped', trackingNumber: 'TCS 1' }] },
  })
})
