import { afterEach, expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createNewOrders } from './new-orders.store.ts'

const dates = ['2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z']

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function aShop(orders: string[]) {
  const countOrdersSince = vi.fn(
    async (date: string | undefined) => orders.filter((one) => !date || one > date).length,
  )
  const fetchNewestDate = async () => orders.at(-1)
  const beep = vi.fn()
  return { ...createNewOrders({ fetchNewestDate, countOrdersSince, beep }), countOrdersSince, beep }
}

it('orders that were there when the page opened are not new', async () => {
  const orders = dates.slice(0, 1)
  const { $count, load } = aShop(orders)
  await load()
  await load()
  expect($count.get()).toBe(0)
  orders.push('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')
  await load()
  expect($count.get()).toBe(2)
})

it('the first order of a shop is new', async () => {
  const orders: string[] = []
  const { $count, load } = aShop(orders)
  await load()
  orders.push('2026-11-21T09:00:00Z')
  await load()
  expect($count.get()).toBe(1)
})

it('what the list shows is not new, and a late response does not count it', async () => {
  const { $count, load, markSeen, countOrdersSince } = aShop(dates)
  markSeen(dates[0])
  await load()
  expect($count.get()).toBe(2)
  const late = load()
  markSeen(dates[2])
  await late
  expect(countOrdersSince).toHaveBeenCalledTimes(2)
  expect($count.get()).toBe(0)
})

it('a lost network leaves the count as it was', async () => {
  const { $count, load, markSeen, countOrdersSince } = aShop(dates)
  markSeen(dates[1])
  await load()
  countOrdersSince.mockRejectedValueOnce(new ShopError('unreachable'))
  await load()
  expect($count.get()).toBe(1)
})

it('rule 14.5: asks every 30 seconds, and shows the count in the title of the tab', async () => {
  vi.useFakeTimers()
  const { page } = stubPage()
  const orders = dates.slice(0, 1)
  const { start, markSeen, countOrdersSince, beep } = aShop(orders)
  const stop = start()
  markSeen(dates[0])
  orders.push('2026-11-21T09:00:00Z')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.title).toBe('(1) Page')
  expect(beep).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(countOrdersSince).toHaveBeenCalledTimes(2)
  stop()
  expect(page.title).toBe('Page')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(countOrdersSince).toHaveBeenCalledTimes(2)
})
