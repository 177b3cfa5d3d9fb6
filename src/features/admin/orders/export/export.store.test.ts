import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import type { OrderQuery } from '../order-list.ts'
import { createExport } from './export.store.ts'
import { courierSheet, orderSheet } from './sheets.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A store with so many orders, which gives no more of them at once than the real one. */
function aShop(size: number) {
  const ids = Array.from({ length: size }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
  const queries: OrderQuery[] = []
  const files: { name: string; text: string }[] = []
  const services = {
    async fetchOrders(query: OrderQuery, limit = 25) {
      queries.push(query)
      const start = query.olderThan ? ids.indexOf(query.olderThan.id) + 1 : 0
      const orders = ids.slice(start, start + limit).map((id) => anOrderSummary({ id }))
      const last = orders.at(-1)
      const isEnd = start + limit >= ids.length
      return { orders, newer: undefined, older: isEnd || !last ? undefined : last }
    },
    fetchWholeOrders: vi.fn(async (wanted: readonly string[]) =>
      wanted.map((id, nth) => anOrder({ id, status: nth % 2 ? 'cancelled' : 'pending' })),
    ),
    download: (name: string, parts: string[]) => void files.push({ name, text: parts.join('') }),
  }
  return { services, queries, files, ids }
}

function idsIn(text: string): string[] {
  return text.match(/A\d{7}/g) ?? []
}

it('every order is in it once, newest first, beyond the limit of any answer', async () => {
  const { services, files, ids } = aShop(2345)
  const exporting = createExport(services)
  await exporting.start(orderSheet, { search: '', status: undefined })
  expect(files).toHaveLength(1)
  expect(idsIn(files[0]?.text ?? '')).toEqual(ids)
  expect(files[0]?.text.startsWith('\uFEFF"Order ID","Date"')).toBe(true)
  expect(files[0]?.text.match(/\uFEFF/g)).toHaveLength(1)
  expect(exporting.$export.get()).toMatchObject({ step: 'done', collected: 2345 })
})

it('it holds what the filter finds, from the newest on', async () => {
  const { services, queries } = aShop(150)
  const olderThan = { date: '2026-11-21T08:00:00Z', id: 'A0000100' }
  await createExport(services).start(orderSheet, { search: 'ali', status: 'shipped', olderThan })
  expect(queries[0]).toEqual({ search: 'ali', status: 'shipped' })
  expect(queries[1]).toMatchObject({
    search: 'ali',
    status: 'shipped',
    olderThan: { id: 'A0000099' },
  })
})

it('a shop without orders gives a table without rows', async () => {
  const { services, files } = aShop(0)
  await createExport(services).start(courierSheet, { search: '', status: undefined })
  expect(files[0]?.text).toBe(
    '\uFEFF"Name","Phone","City","Address","Amount to Collect","Pieces","Reference"\r\n',
  )
})

it('the courier sheet counts what is in it', async () => {
  const { services, files } = aShop(10)
  const exporting = createExport(services)
  await exporting.start(courierSheet, { search: '', status: undefined })
  expect(idsIn(files[0]?.text ?? '')).toHaveLength(5)
  expect(exporting.$export.get()).toMatchObject({ collected: 5 })
})

it('half a table is never handed over', async () => {
  const { services, files } = aShop(300)
  services.fetchWholeOrders.mockRejectedValueOnce(new ShopError('unreachable'))
  const exporting = createExport(services)
  await exporting.start(orderSheet, { search: '', status: undefined })
  expect(exporting.$export.get().step).toBe('failed')

  const cancelled = exporting.start(orderSheet, { search: '', status: undefined })
  exporting.cancel()
  await cancelled
  expect(exporting.$export.get().step).toBe('idle')
  expect(files).toEqual([])
})
