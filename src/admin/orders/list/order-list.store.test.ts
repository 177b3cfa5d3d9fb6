import { expect, it, vi } from 'vitest'
import type { OrderQuery } from '#admin/order/orders.ts'
import { createStages } from '#admin/order/stages.store.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { anOrderSummary, NO_ORDERS } from '#tests/support/order-factories.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createOrderList } from './order-list.store.ts'

const counts = { ...NO_ORDERS, all: 5, pending: 5 }

function listAt(query = '', fetchCounts = async () => counts) {
  const { url, entries } = urlHistory(query)
  const fetchOrders = vi.fn(async (_: OrderQuery) => ({
    rows: [anOrderSummary()],
    older: undefined,
    newer: undefined,
  }))
  const stages = createStages(async () => ({ stages: { to_pack: 2 }, nextDueAt: null }))
  const list = createOrderList({ fetchOrders, fetchCounts, stages, url })
  return { ...list, fetchOrders, entries }
}

it('loads the counts with the list, and works without them', async () => {
  const list = listAt()
  await list.load()
  expect(list.counts.$remote.get()).toMatchObject({ state: 'ready', value: counts })
  expect(list.stages.$remote.get()).toMatchObject({ value: { stages: { to_pack: 2 } } })

  const withoutCounts = listAt('', () => Promise.reject(new ShopError('unreachable')))
  await withoutCounts.load()
  expect(withoutCounts.$remote.get().state).toBe('ready')
})

it('shows the newest orders without search and filter, which is a step of its own', async () => {
  const list = listAt('q=ali&status=shipped&mark=unconfirmed&group=0a1b2c3d4e5f')
  await list.showNewest()
  await list.showNewest()
  expect(list.entries).toEqual(['q=ali&status=shipped&mark=unconfirmed&group=0a1b2c3d4e5f', ''])
  expect(list.fetchOrders).toHaveBeenCalledTimes(2)
})

it('the queue stays where its news are shown, and its rows change where they stand', async () => {
  const list = listAt('stage=to_pack')
  await list.load()
  await list.showNewest()
  expect(list.entries).toEqual(['stage=to_pack'])
  list.fetchOrders.mockResolvedValueOnce({
    rows: [anOrderSummary({ status: 'cancelled' })],
    older: undefined,
    newer: undefined,
  })
  expect(await list.refreshRows(['ABCDEFGH'])).toMatchObject([{ status: 'cancelled' }])
  expect(list.$remote.get()).toMatchObject({ value: { rows: [{ status: 'cancelled' }] } })
})
