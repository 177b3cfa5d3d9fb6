import { expect, it, vi } from 'vitest'
import type { OrderQuery, PageOfOrders } from '#admin/orders/orders.ts'
import { createStages } from '#admin/orders/stages.store.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { anOrderSummary, NO_ORDERS } from '#tests/support/order-factories.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createOrderList, hasNewOrders, isNarrowed } from './order-list.store.ts'

const counts = { ...NO_ORDERS, all: 5, pending: 5 }

function listAt(query = '', fetchCounts = async () => counts) {
  const { url, entries } = urlHistory(query)
  const fetchOrders = vi.fn(
    async (_: OrderQuery): Promise<PageOfOrders> => ({
      rows: [anOrderSummary()],
      older: undefined,
      newer: undefined,
    }),
  )
  const stages = createStages(async () => ({
    stages: { to_pack: 2 },
    nextDueAt: null,
    toDecide: 0,
    leases: {},
    lastBackup: null,
  }))
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

it('rule 14.5: new orders are shown where the list stands, from its first page', async () => {
  const older = 'older=2026-11-21T04:22:03.123456%2B00:00,ABCDEFGH'
  const list = listAt(`stage=to_confirm&${older}`)
  await list.showNewest()
  await list.showNewest()
  expect(list.entries.at(-1)).toBe('stage=to_confirm')
  expect(list.fetchOrders).toHaveBeenCalledTimes(2)
})

it('rule 14.5: new orders of a queue of several pages are shown among all orders', async () => {
  const list = listAt('stage=to_confirm')
  const newer = { date: '2026-11-21T04:22:03.123456+00:00', id: 'ABCDEFGH' }
  list.fetchOrders.mockResolvedValueOnce({ rows: [], older: undefined, newer })
  await list.showNewest()
  expect(list.entries.at(-1)).toBe('')
})

it.each([
  ['', true],
  ['status=pending', true],
  ['stage=to_confirm', true],
  ['stage=to_pack', false],
  ['q=ali', false],
  ['status=shipped', false],
  ['courier=tcs', false],
])('rule 14.5: whether a new order stands in the list of %s', (query, has) => {
  expect(hasNewOrders(listAt(query).$query.get())).toBe(has)
})

it('rows change where they stand', async () => {
  const list = listAt('stage=to_pack')
  await list.load()
  list.fetchOrders.mockResolvedValueOnce({
    rows: [anOrderSummary({ status: 'cancelled' })],
    older: undefined,
    newer: undefined,
  })
  expect(await list.refreshRows(['ABCDEFGH'])).toMatchObject([{ status: 'cancelled' }])
  expect(list.$remote.get()).toMatchObject({ value: { rows: [{ status: 'cancelled' }] } })
})

it.each([
  ['', false],
  ['stage=to_pack', false],
  ['status=delivered', false],
  ['mark=any', false],
  ['q=khan', true],
  ['stage=to_pack&courier=tcs', true],
  ['from=2026-11-22', true],
])('rule 14.61: beside the list ?%s counts are hidden: %s', (query, isHidden) => {
  expect(isNarrowed(listAt(query).$query.get())).toBe(isHidden)
})
