import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { SheetRows } from '#desk/sheets/courier-sheet.ts'
import {
  type CourierSettings,
  type SettingsChange,
  withSaved,
} from '#desk/sheets/couriers/courier-settings.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { type CityChoices, createBatchFile } from './batch-file.store.ts'
import type { Batch } from './batches.ts'

const BATCH: Batch = {
  id: 7,
  at: '2026-11-21T08:00:00Z',
  courier: 'postex',
  orders: 0,
  undoneAt: null,
  request: null,
  printedAt: null,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A backend with a batch of so many orders, and the files that are made of it. */
function aBatch(count: number, cityOf: (id: string) => string = () => 'Lahore') {
  const ids = Array.from({ length: count }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
  const left: string[] = []
  const held: string[] = []
  const changes = new Map<string, Partial<Order>>()
  const files: { name: string; ids: unknown[] }[] = []
  const sent = new Map<string, string[]>()
  let saved: CourierSettings = {
    courier: BATCH.courier,
    columns: [],
    cities: ['Lahore', 'Multan'],
    cityNames: {},
    statementColumns: {},
    statementWords: {},
  }
  const services = {
    sendAct: vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
      for (const { id, cells } of rows) sent.set(id, cells as string[])
      return rows.map(({ id }) => ({ id, ok: true as const }))
    }),
    fetchBatch: vi.fn(async () => ({
      batch: BATCH,
      orders: ids.map((id) => ({
        order: anOrder({
          id,
          shippingAddress: { ...goodAddress, city: cityOf(id) },
          ...changes.get(id),
        }),
        cells: sent.get(id) ?? null,
        leftAt: left.includes(id) ? BATCH.at : null,
        reasons: held.includes(id) ? (['booked', 'held'] satisfies PackingReason[]) : [],
      })),
    })),
    fetchCouriers: vi.fn(async () => [saved]),
    saveCourier: vi.fn(async (_: string, change: SettingsChange) => {
      ;[saved] = withSaved([saved], BATCH.courier, change) as [CourierSettings]
    }),
    makeFile: async ({ rows }: SheetRows) =>
      new Blob([JSON.stringify(rows.slice(1).map(([id]) => id))]),
    download: (name: string, _: string, file: Blob) => {
      files.push({ name, ids: [] })
      void file.text().then((text) => files.at(-1)?.ids.push(...JSON.parse(text)))
    },
  }
  const { $file, make } = createBatchFile(services)
  const makeWith = (choices?: CityChoices) => make(BATCH, choices)
  return { services, ids, left, held, changes, files, sent, $file, make: makeWith }
}

test('rule 15.6: a batch is one file', async () => {
  const { make, $file, files, ids } = aBatch(3)
  await make()
  expect($file.get()).toMatchObject({ step: 'done', count: 3, batch: BATCH })
  await vi.waitFor(() => expect(files).toEqual([{ name: 'postex-batch-7', ids }]))
})

test('rule 15.11: no file is made before every city has a name or is left out', async () => {
  const city: Record<string, string> = {
    A0000001: 'Multan Mandi',
    A0000002: 'Nowhere',
    A0000003: ' MULTAN-MANDI',
  }
  const { make, $file, files, services } = aBatch(4, (id) => city[id] ?? 'Lahore')
  await make()
  expect($file.get()).toMatchObject({
    step: 'cities',
    unknown: [
      { city: 'Multan Mandi', ids: ['A0000001', 'A0000003'] },
      { city: 'Nowhere', ids: ['A0000002'] },
    ],
  })
  expect(files).toEqual([])

  const choices = new Map([
    ['Multan Mandi', 'Multan'],
    ['Nowhere', null],
  ])
  services.saveCourier.mockRejectedValueOnce(new ShopError('unreachable'))
  await make(choices)
  const view = $file.get()
  // What was chosen is sent again by Retry.
  if (view.step === 'failed') await view.retry()
  expect(services.saveCourier).toHaveBeenLastCalledWith('postex', {
    cityNames: { 'multan mandi': 'Multan' },
  })
  expect($file.get()).toMatchObject({
    ...{ step: 'done', count: 3 },
    leftOut: [{ id: 'A0000002', why: expect.stringContaining('you left out its city') }],
  })
})

test('rule 21.7: the rows are saved as they are sent, by as many at once as the database takes', async () => {
  const { make, services, sent } = aBatch(501)
  await make()
  const acts = services.sendAct.mock.calls.map(([{ act, rows }]) => [act, rows.length])
  expect(acts).toEqual([
    ['sheet', 500],
    ['sheet', 1],
  ])
  expect(sent.get('A0000500')?.[0]).toBe('A0000500')
})

test('rule 21.18: no file is downloaded whose rows could not be saved, and it is made by another press', async () => {
  const { make, services, files, $file } = aBatch(1)
  services.sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await make()
  expect([files, $file.get().step]).toEqual([[], 'failed'])
  await make()
  expect($file.get()).toMatchObject({ step: 'done', count: 1 })
})

test('rule 21.18: a second file leaves out and names who left, and names rows that are others than before', async () => {
  let street = 'Lahore'
  const { make, left, files, $file } = aBatch(3, (id) => (id === 'A0000001' ? street : 'Lahore'))
  await make()
  expect($file.get()).toMatchObject({ step: 'done', count: 3, leftOut: [], changed: [] })
  left.push('A0000002')
  street = 'Multan'
  await make()
  expect($file.get()).toMatchObject({
    ...{ count: 2, changed: ['A0000001'] },
    leftOut: [{ id: 'A0000002', why: expect.stringContaining('not sent with these since') }],
  })
  await vi.waitFor(() => expect(files[1]?.ids).toEqual(['A0000000', 'A0000001']))
})

test('a press during a run does nothing', async () => {
  const { make, files } = aBatch(2)
  await Promise.all([make(), make()])
  expect(files).toHaveLength(1)
})

test('rules 15.10 and 21.46: a file leaves out and names orders that are on hold, cancelled or erased', async () => {
  const { make, held, changes, files, $file } = aBatch(4)
  held.push('A0000001')
  changes.set('A0000002', { status: 'cancelled' })
  changes.set('A0000003', { shippingAddress: { ...goodAddress, phone: '—' } })
  await make()
  expect($file.get()).toMatchObject({
    count: 1,
    leftOut: [
      { id: 'A0000001', why: 'is on hold: resume it first' },
      { id: 'A0000002', why: 'was cancelled' },
      { id: 'A0000003', why: 'its customer was erased' },
    ],
  })
  await vi.waitFor(() => expect(files[0]?.ids).toEqual(['A0000000']))
})
