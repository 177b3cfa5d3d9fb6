import { expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { createNews } from './news.store.ts'

const dates = ['2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z']

function aShop(orders: string[]) {
  const countOrdersSince = vi.fn(
    async (date: string | undefined) => orders.filter((one) => !date || one > date).length,
  )
  const news = createNews({ fetchNewestDate: async () => orders.at(-1), countOrdersSince })
  return { news, countOrdersSince }
}

it('what was there when the page opened is not new', async () => {
  const orders = dates.slice(0, 1)
  const { news } = aShop(orders)
  await news.check()
  await news.check()
  expect(news.$new.get()).toBe(0)
  orders.push('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')
  await news.check()
  expect(news.$new.get()).toBe(2)
})

it('the first order of a shop is new', async () => {
  const orders: string[] = []
  const { news } = aShop(orders)
  await news.check()
  orders.push('2026-11-21T09:00:00Z')
  await news.check()
  expect(news.$new.get()).toBe(1)
})

it('what the list shows is not new, and an answer from before does not say so', async () => {
  const { news, countOrdersSince } = aShop(dates)
  news.markSeen(dates[0])
  await news.check()
  expect(news.$new.get()).toBe(2)
  const late = news.check()
  news.markSeen(dates[2])
  await late
  expect(countOrdersSince).toHaveBeenCalledTimes(2)
  expect(news.$new.get()).toBe(0)
})

it('a lost network keeps what is known', async () => {
  const { news, countOrdersSince } = aShop(dates)
  news.markSeen(dates[1])
  await news.check()
  countOrdersSince.mockRejectedValueOnce(new ShopError('unreachable'))
  await news.check()
  expect(news.$new.get()).toBe(1)
})
