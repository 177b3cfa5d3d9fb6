import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { SheetRows } from '#desk/sheets/courier-sheet.ts'
import type { CourierSettings } from '#desk/sheets/couriers/courier-settings.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { BATCH_SIZE, type Batch, type BatchChange, type BatchRequest } from './batches.ts'
import { countPackable, stoppedBy } from './packable.ts'
import { createSheet } from './sheet.store.ts'

const COURIER = 'postex'
const BATCH: Batch = {
  id: 7,
  at: '2026-11-21T08:00:00Z',
  courier: COURIER,
  orders: 0,
  undoneAt: null,
  request: null,
  printedAt: null,
}

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

interface SentRow {
  id: string
  cells: string[]
}

/** A backend with orders to book, and the files that are made of them. */
function aBackend({
  open = [] as string[],
  cityOf = (_: string): string => 'Lahore',
  leftOut = [] as BatchChange['leftOut'],
  left = [] as string[],
  /** By order: why it may not leave. */
  reasons = {} as Record<string, PackingReason[]>,
} = {}) {
  const booked: string[] = []
  const files: { name: string; ids: unknown[] }[] = []
  const requests: BatchRequest[] = []
  const sent = new Map<string, string[]>()
  let saved: CourierSettings = {
    courier: COURIER,
    columns: [],
    cities: ['Lahore', 'Multan'],
    cityNames: {},
    statementColumns: {},
    statementWords: {},
  }
  const services = {
    fetchPackable: vi.fn(async (ids: readonly string[] = open) => ({
      groups: ids.map((id) => ({ reasons: reasons[id] ?? [], orders: 1 })),
      stopped: ids.flatMap((id) =>
        reasons[id] ? { id, fullName: 'Sana', reasons: reasons[id] } : [],
      ),
    })),
    sendAct: vi.fn(async ({ act, rows }: Act): Promise<RowResult[]> => {
      if (act === 'sheet') return rows.map((row) => keep(row as unknown as SentRow))
      const { id, ...request } = rows[0] as unknown as BatchRequest & { id: string }
      requests.push(request)
      const taken = request.ids
        ? request.ids.filter(
            (id) => request.includeExported || !leftOut.some((out) => out.id === id),
          )
        : open.filter((id) => !booked.includes(id)).slice(0, BATCH_SIZE)
      booked.push(...taken)
      return [
        {
          id,
          ok: true,
          batch: taken.length > 0 || request.batch ? BATCH : null,
          exported: [...taken],
          leftOut: request.ids && !request.includeExported ? leftOut : [],
          remaining: request.ids ? 0 : open.length - booked.length,
        },
      ]
    }),
    fetchBatch: vi.fn(async (_: number, after = 0) => {
      const orders = [...booked]
        .sort()
        .slice(after, after + BATCH_SIZE)
        .map((id) => {
          const shippingAddress = { ...goodAddress, city: cityOf(id) }
          const leftAt = left.includes(id) ? BATCH.at : null
          return {
            order: anOrder({ id, shippingAddress }),
            cells: sent.get(id) ?? null,
            leftAt,
            reasons: [],
          }
        })
      const next = after + BATCH_SIZE
      return { batch: BATCH, orders, next: booked.length > next ? next : null }
    }),
    fetchCouriers: vi.fn(async () => [saved]),
    saveCourier: vi.fn(async (_: string, change: Partial<CourierSettings>) => {
      saved = { ...saved, ...change }
      return { ok: true as const }
    }),
    makeFile: async ({ rows }: SheetRows) =>
      new Blob([JSON.stringify(rows.slice(1).map(([id]) => id))]),
    download: (name: string, _: string, file: Blob) => {
      files.push({ name, ids: [] })
      void file.text().then((text) => files.at(-1)?.ids.push(...JSON.parse(text)))
    },
  }
  function keep({ id, cells }: SentRow): RowResult {
    sent.set(id, cells)
    return { id, ok: true }
  }
  const onBatch = vi.fn()
  const onBooked = vi.fn()
  const sheet = createSheet({ ...services, onBatch, onBooked })
  /** Says yes where it is asked, and includes nothing. */
  async function make(request: BatchRequest): Promise<void> {
    await sheet.make(request)
    await sheet.makeIncluding([])
  }
  return { services, requests, files, sent, onBatch, onBooked, ...sheet, ask: sheet.make, make }
}

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
}

test('rule 15.6: all orders that are not booked yet are one batch and one file', async () => {
  const { make, $sheet, requests, files } = aBackend({ open: idsOf(1201) })
  await make({ courier: COURIER })
  const request = { courier: COURIER, include: [] }
  expect(requests).toEqual([request, ...Array(2).fill({ ...request, batch: 7 })])
  expect($sheet.get()).toMatchObject({ step: 'done', count: 1201, made: { batch: BATCH } })
  await vi.waitFor(() => expect(files).toEqual([{ name: `${COURIER}-batch-7`, ids: idsOf(1201) }]))
})

test('a request that exports nothing is the last one', async () => {
  const { make, services, $sheet } = aBackend()
  const rest = { exported: [], leftOut: [], remaining: 3 }
  services.sendAct.mockResolvedValueOnce([{ id: '', ok: true, batch: null, ...rest }])
  await make({ courier: COURIER })
  expect($sheet.get()).toMatchObject({ step: 'nothing', made: { batch: null } })
  expect(services.sendAct).toHaveBeenCalledOnce()
})

test('rule 15.6: selected orders are one batch, at most as many at once as the database takes', async () => {
  const { make, requests, onBooked, $sheet } = aBackend()
  await make({ courier: COURIER, ids: idsOf(700) })
  expect(requests.map(({ ids, batch }) => [ids?.length, batch])).toEqual([
    [500, undefined],
    [200, 7],
  ])
  expect(onBooked).toHaveBeenCalledOnce()
  expect($sheet.get()).toMatchObject({ step: 'done', count: 700 })
})

test('rule 15.6: orders of another batch are named, and booked once more only where asked', async () => {
  const leftOut: BatchChange['leftOut'] = [{ id: 'A0000001', reason: 'exported' }]
  const { make, $sheet, requests } = aBackend({ leftOut })
  const request = { courier: COURIER, ids: ['A0000001'], include: [] }
  await make(request)
  const made = { courier: COURIER, batch: null, leftOut }
  expect($sheet.get()).toEqual({ step: 'nothing', made })
  await make({ ...request, batch: 7, includeExported: true })
  expect(requests.at(-1)).toEqual({ ...request, batch: 7, includeExported: true })
  expect($sheet.get()).toMatchObject({ step: 'done', count: 1 })
})

test('rule 15.11: no file is made before every city has a name or is left out', async () => {
  const city: Record<string, string> = {
    A0000001: 'Multan Mandi',
    A0000002: 'Nowhere',
    A0000003: ' MULTAN-MANDI',
  }
  const { make, chooseCities, $sheet, files, services } = aBackend({
    open: idsOf(4),
    cityOf: (id) => city[id] ?? 'Lahore',
  })
  await make({ courier: COURIER })
  expect($sheet.get()).toMatchObject({
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
  await chooseCities(choices)
  expect($sheet.get()).toMatchObject({
    step: 'cities',
    isSaving: false,
    problem: expect.any(String),
  })
  await chooseCities(choices)
  expect(services.saveCourier).toHaveBeenLastCalledWith(COURIER, {
    cityNames: { 'multan mandi': 'Multan' },
  })
  expect($sheet.get()).toMatchObject({ step: 'done', count: 3, elsewhere: ['A0000002'] })
})

test('rule 21.7: the rows are saved as they are sent, by as many at once as the database takes', async () => {
  const { make, services, sent } = aBackend({ open: idsOf(501) })
  await make({ courier: COURIER })
  const acts = services.sendAct.mock.calls.map(([{ act, rows }]) => [act, rows.length])
  expect(acts).toEqual([
    ['batch', 1],
    ['batch', 1],
    ['sheet', 500],
    ['sheet', 1],
  ])
  expect(sent.get('A0000500')?.[0]).toBe('A0000500')
})

test('no file is downloaded whose rows could not be saved', async () => {
  const { make, services, files, $sheet } = aBackend({ open: idsOf(1) })
  services.sendAct.mockImplementation(async ({ rows }) => {
    if (rows[0]?.['cells']) throw new ShopError('unreachable')
    return [{ id: '', ok: true, batch: BATCH, exported: ['A0000000'], leftOut: [], remaining: 0 }]
  })
  services.fetchBatch.mockResolvedValueOnce({
    batch: BATCH,
    orders: [
      {
        order: anOrder({ id: 'A0000000' }),
        cells: null,
        leftAt: null,
        reasons: [],
      },
    ],
    next: null,
  })
  await make({ courier: COURIER })
  expect([files, $sheet.get().step]).toEqual([[], 'failed'])
})

test('rule 21.18: a second file leaves out and names who left, and names rows that are others than before', async () => {
  const left: string[] = []
  let street = 'Lahore'
  const cityOf = (id: string) => (id === 'A0000001' ? street : 'Lahore')
  const { make, makeAgain, files, $sheet } = aBackend({ open: idsOf(3), left, cityOf })
  await make({ courier: COURIER })
  expect($sheet.get()).toMatchObject({ step: 'done', count: 3, left: [], changed: [] })
  left.push('A0000002')
  street = 'Multan'
  await makeAgain({ courier: COURIER, batch: BATCH, leftOut: [] })
  expect($sheet.get()).toMatchObject({ count: 2, left: ['A0000002'], changed: ['A0000001'] })
  await vi.waitFor(() => expect(files[1]?.ids).toEqual(['A0000000', 'A0000001']))
})

test('a batch whose file could not be made is loaded again', async () => {
  const { make, makeAgain, $sheet, services, onBatch } = aBackend({ open: idsOf(2) })
  services.fetchBatch.mockRejectedValueOnce(new ShopError('unreachable'))
  await make({ courier: COURIER })
  const view = $sheet.get()
  expect(view).toMatchObject({ step: 'failed', made: { batch: BATCH } })
  expect(onBatch).toHaveBeenCalledOnce()
  if (view.step === 'failed' && view.made) await makeAgain(view.made)
  expect($sheet.get()).toMatchObject({ step: 'done', count: 2 })
})

test('rule 21.63: a booking without a response is sent again as the same act, also after a reload', async () => {
  const { make, $sheet, services, onBatch, onBooked } = aBackend({ open: idsOf(2) })
  services.sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await make({ courier: COURIER })
  expect($sheet.get()).toMatchObject({ step: 'lost', made: undefined })
  expect(onBatch).toHaveBeenCalledOnce()
  expect(onBooked).not.toHaveBeenCalled()
  const reloaded = aBackend({ open: idsOf(2) })
  expect(reloaded.$sheet.get()).toMatchObject({ step: 'lost' })
  await reloaded.retry()
  const [first, again] = [services, reloaded.services].map(
    ({ sendAct }) => sendAct.mock.calls[0]?.[0],
  )
  expect(again?.request).toBe(first?.request)
  expect(reloaded.$sheet.get()).toMatchObject({ step: 'done', count: 2 })
})

test('a press during a run does nothing', async () => {
  const { make, makeAgain, files } = aBackend({ open: idsOf(2) })
  const run = make({ courier: COURIER })
  await makeAgain({ courier: COURIER, batch: BATCH, leftOut: [] })
  await Promise.all([run, make({ courier: COURIER })])
  expect(files).toHaveLength(1)
})

const NOT_ALL: Record<string, PackingReason[]> = { BBBBBBBB: ['unconfirmed'], CCCCCCCC: ['held'] }
const OPEN = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']

test('rule 21.47: before a sheet the admin is asked about what may not leave, and includes it or not', async () => {
  const { ask, makeIncluding, $sheet, requests } = aBackend({ open: OPEN, reasons: NOT_ALL })
  await ask({ courier: COURIER, ids: OPEN })
  const view = $sheet.get()
  if (view.step !== 'asking') throw new Error(`No question, but ${view.step}`)
  expect([countPackable(view.groups, []), countPackable(view.groups, ['unconfirmed'])]).toEqual([
    1, 2,
  ])
  expect(stoppedBy(view.groups, view.stopped)).toMatchObject([
    { reason: 'held', orders: 1, named: [{ id: 'CCCCCCCC' }] },
    { reason: 'unconfirmed', orders: 1, named: [{ id: 'BBBBBBBB' }] },
  ])
  expect(requests).toEqual([])
  await makeIncluding(['unconfirmed'])
  expect(requests).toEqual([{ courier: COURIER, ids: OPEN, include: ['unconfirmed'] }])
})

test('rule 21.47: about all orders it is asked always, about a list only where something may not leave', async () => {
  const { ask, requests, $sheet } = aBackend({ open: OPEN, reasons: NOT_ALL })
  await ask({ courier: COURIER, ids: ['AAAAAAAA'] })
  expect(requests).toHaveLength(1)
  await ask({ courier: COURIER })
  expect($sheet.get()).toMatchObject({ step: 'asking' })
})

test('a look that failed books nothing', async () => {
  const { ask, services, requests, $sheet } = aBackend({ open: OPEN })
  services.fetchPackable.mockRejectedValueOnce(new ShopError('unreachable'))
  await ask({ courier: COURIER })
  expect(requests).toEqual([])
  expect($sheet.get()).toMatchObject({ step: 'failed', made: undefined })
})
