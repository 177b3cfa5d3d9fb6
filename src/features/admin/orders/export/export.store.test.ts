import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import type { OrderQuery } from '../orders.ts'
import { createExport } from './export.store.ts'
import { courierSheet, orderSheet } from './sheets.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A shop with that many orders, whose API returns as many at once as the real one. */
function aShop(size: number) {
  const ids = Array.from({ length: size }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
  const queries: OrderQuery[] = []
  const files: { name: string; text: string }[] = []
  const services = {
    async fetchOrders(query: OrderQuery, limit = 25) {
      queries.push(query)
      const start = query.older ? ids.indexOf(query.older.id) + 1 : 0
      const rows = ids.slice(start, start + limit).map((id) => anOrderSummary({ id }))
      const last = rows.at(-1)
      const isEnd = start + limit >= ids.length
      return { rows, newer: undefined, older: isEnd || !last ? undefined : last }
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

it('rule 15.4: every order is in it once, newest first, beyond the row limit of the API', async () => {
  const { services, files, ids } = aShop(2345)
  const exporting = createExport(services)
  await exporting.start(orderSheet, { search: '', status: undefined })
  expect(files).toHaveLength(1)
  expect(idsIn(files[0]?.text ?? '')).toEqual(ids)
  expect(files[0]?.text.startsWith('\uFEFF"Order ID","Date"')).toBe(true)
  expect(files[0]?.text.match(/\uFEFF/g)).toHaveLength(1)
  expect(exporting.$export.get()).toMatchObject({ step: 'done', collected: 2345 })
})

it('rule 15.4: it has what the filter finds, from the newest on', async () => {
  const { services, queries } = aShop(150)
  const older = { date: '2026-11-21T08:00:00Z', id: 'A0000100' }
  const query = { search: 'ali', status: 'shipped' as const, older, newer: undefined }
  await createExport(services).start(orderSheet, query)
  expect(queries[0]).toEqual({ search: 'ali', status: 'shipped' })
  expect(queries[1]).toMatchObject({
    search: 'ali',
    status: 'shipped',
    older: { id: 'A0000099' },
  })
})

it('a shop without orders gets a file without rows', async () => {
  const { services, files } = aShop(0)
  await createExport(services).start(courierSheet, { search: '', status: undefined })
  expect(files[0]?.text).toBe(
    '\uFEFF"Name","Phone","City","Address","Amount to Collect","Pieces","Reference"\r\n',
  )
})

it('the courier sheet counts its rows', async () => {
  const { services, files } = aShop(10)
  const exporting = createExport(services)
  await exporting.start(courierSheet, { search: '', status: undefined })
  expect(idsIn(files[0]?.text ?? '')).toHaveLength(5)
  expect(exporting.$export.get()).toMatchObject({ collected: 5 })
})

it('an incomplete file is never downloaded', async () => {
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
