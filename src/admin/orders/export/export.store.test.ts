import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderQuery } from '#admin/orders/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { anOrderSummary, aWholeOrder } from '#tests/support/order-factories.ts'
import { createExport } from './export.store.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A shop with that many orders, whose API returns as many at once as the real one. */
function aShop(size: number) {
  const ids = Array.from({ length: size }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
  const queries: OrderQuery[] = []
  const files: Blob[] = []
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
      wanted.map((id, nth) => aWholeOrder({ id, status: nth % 2 ? 'cancelled' : 'pending' })),
    ),
    download: (_name: string, _extension: string, file: Blob) => void files.push(file),
  }
  // Blob.text() would drop the byte order mark.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const texts = () =>
    Promise.all(files.map(async (file) => decoder.decode(await file.arrayBuffer())))
  return { services, queries, files, texts, ids }
}

function idsIn(text: string): string[] {
  return text.match(/A\d{7}/g) ?? []
}

it('rule 15.4: every order is in it once, newest first, beyond the row limit of the API', async () => {
  const { services, texts, ids } = aShop(2345)
  const exporting = createExport(services)
  await exporting.start({ search: '', status: undefined })
  const [text = '', ...more] = await texts()
  expect(more).toEqual([])
  expect(idsIn(text)).toEqual(ids)
  expect(text.startsWith('\uFEFF"Order ID","Date"')).toBe(true)
  expect(text.match(/\uFEFF/g)).toHaveLength(1)
  expect(exporting.$submission.get()).toEqual({ state: 'done', sentence: '2345 orders exported.' })
})

it('rule 15.4: of selected orders it has only those', async () => {
  const { services, texts, ids, queries } = aShop(300)
  const selected = ids.filter((_, nth) => nth % 2 === 0)
  await createExport(services).start({ ids: selected })
  expect(idsIn((await texts()).join())).toEqual(selected)
  expect(services.fetchWholeOrders.mock.calls.map(([wanted]) => wanted.length)).toEqual([100, 50])
  expect(queries).toEqual([])
})

it('rule 15.4: it has what the filter finds, from the newest on', async () => {
  const { services, queries } = aShop(150)
  const older = { date: '2026-11-21T08:00:00Z', id: 'A0000100' }
  const query = { search: 'ali', status: 'shipped' as const, older, newer: undefined }
  await createExport(services).start(query)
  expect(queries[0]).toEqual({ search: 'ali', status: 'shipped' })
  expect(queries[1]).toMatchObject({
    search: 'ali',
    status: 'shipped',
    older: { id: 'A0000099' },
  })
})

it('a shop without orders gets a file without rows', async () => {
  const { services, texts } = aShop(0)
  await createExport(services).start({ search: '', status: undefined })
  expect((await texts())[0]?.split('\r\n')).toHaveLength(2)
})

it('an incomplete file is never downloaded', async () => {
  const { services, files } = aShop(300)
  services.fetchWholeOrders.mockRejectedValueOnce(new ShopError('unreachable'))
  const exporting = createExport(services)
  await exporting.start({ search: '', status: undefined })
  expect(exporting.$submission.get().state).toBe('failed')
  expect(files).toEqual([])
})
