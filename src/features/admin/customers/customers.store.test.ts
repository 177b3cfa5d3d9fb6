import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import type { CustomerPage, CustomerQuery } from './customer-list.ts'
import { createCustomers, TYPING_PAUSE } from './customers.store.ts'

const page: CustomerPage = { customers: [], total: 3, older: undefined, newer: undefined }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what is typed is asked for once, after a pause', async () => {
  const ask = vi.fn(async (_: CustomerQuery) => page)
  const { search } = createCustomers(ask)
  for (const typed of ['k', 'kh', 'khan']) search(typed)
  expect(ask).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE)
  expect(ask.mock.calls).toEqual([[{ search: 'khan' }]])
})

test('a slow answer never overwrites that to a later question', async () => {
  const slow = Promise.withResolvers<CustomerPage>()
  const ask = vi.fn().mockReturnValueOnce(slow.promise).mockResolvedValueOnce(page)
  const { $list, load, show } = createCustomers(ask)
  const first = load()
  await show({ search: 'khan' })
  slow.resolve({ ...page, total: 99 })
  await first
  expect($list.get()).toEqual({ state: 'shown', page, isLoading: false })
})

test('the list stays on the screen while the next page is awaited', async () => {
  const { $list, load, show } = createCustomers(async () => page)
  await load()
  const next = show({ search: '', before: { date: '2026-11-21', key: 'k' } })
  expect($list.get()).toEqual({ state: 'shown', page, isLoading: true })
  await next
})

test('a lost network is not an empty list, and a retry cures it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const ask = vi.fn().mockRejectedValueOnce(new ShopError('unreachable')).mockResolvedValue(page)
  const { $list, load } = createCustomers(ask)
  await load()
  expect($list.get()).toEqual({ state: 'failed' })
  await load()
  expect($list.get()).toMatchObject({ state: 'shown' })
})
