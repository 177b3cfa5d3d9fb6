import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { $couriers } from '#admin/order/couriers.ts'
import type { OrderSummary } from '#admin/order/orders.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { Stage } from '#admin/order/stages.ts'
import type { BatchFileStore, FileView } from '#desk/sheets/batches/batch-file.store.ts'
import { BATCH_SIZE, type Batch } from '#desk/sheets/batches/batches.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createSend, type LeftOut, type SendStore } from './send.store.ts'

const BATCH = { id: 7, courier: 'postex' } as Batch

beforeEach(() => {
  stubSessionStorage()
  $couriers.set(someCouriers)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

interface Backend {
  /** All that no courier has. */
  open?: string[]
  /** By order: why it may not leave. */
  reasons?: Record<string, PackingReason[]>
  leftOut?: LeftOut[]
}

/** A backend that books, and the dialog. The file is made by a store with tests of its own. */
function aSend({ open = [], reasons = {}, leftOut = [] }: Backend = {}) {
  const booked: string[] = []
  const fetchPackable = vi.fn(async (ids: readonly string[] = open) => ({
    groups: ids.map((id) => ({ reasons: reasons[id] ?? [], orders: 1, toCollect: 100 })),
    stopped: ids.flatMap((id) => {
      const own = reasons[id]
      return own ? { id, fullName: 'Sana', reasons: own } : []
    }),
  }))
  const sendAct = vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
    const { ids, includeExported } = rows[0] as { ids?: string[]; includeExported?: boolean }
    const taken = ids
      ? ids.filter((id) => includeExported || !leftOut.some((one) => one.id === id))
      : open.slice(booked.length, booked.length + BATCH_SIZE)
    booked.push(...taken)
    return [
      {
        id: '',
        ok: true,
        batch: booked.length > 0 ? BATCH : null,
        exported: taken,
        leftOut: ids && !includeExported ? leftOut : [],
        remaining: ids ? 0 : open.length - booked.length,
      },
    ]
  })
  const $file = atom<FileView>({ step: 'none' })
  const file = { $file, make: vi.fn(async () => {}) }
  const openPage = vi.fn()
  const onBooked = vi.fn()
  const store = createSend({
    fetchPackable,
    sendAct,
    file: () => file as unknown as BatchFileStore,
    open: openPage,
    onBooked,
  })
  const requests = () => sendAct.mock.calls.map(([{ rows }]) => rows[0])
  return { ...store, fetchPackable, sendAct, requests, file, $file, openPage, onBooked }
}

function orders(ids: readonly string[], stage: Stage = 'to_pack'): OrderSummary[] {
  return ids.map((id) => anOrderSummary({ id, stage }))
}

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `A${String(nth).padStart(7, '0')}`)
}

function asked({ $send }: Pick<SendStore, '$send'>) {
  const view = $send.get()
  if (view.step !== 'asking') throw new Error(`No question, but ${view.step}`)
  return view
}

const REQUEST = { id: '', courier: 'postex', include: [] }

it('rule 21.47: nothing is booked before it is asked, and the courier is that of the last time', async () => {
  const send = aSend({ open: idsOf(2) })
  send.chooseCourier('tcs')
  await send.ask(orders(idsOf(2)))
  expect(send.requests()).toEqual([])
  await send.send([])
  expect(send.requests()).toEqual([{ ...REQUEST, courier: 'tcs', ids: idsOf(2) }])
  expect(send.$send.get()).toEqual({ step: 'booked', batch: BATCH, leftOut: [] })
  expect(send.file.make).toHaveBeenCalledExactlyOnceWith(BATCH)
  expect(aSend().$courier.get()).toBe('tcs')
  send.chooseCourier('postex')
})

const REASONS: Backend['reasons'] = { BBBBBBBB: ['unconfirmed'], CCCCCCCC: ['held'] }
const OPEN = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']

it('rule 21.47: where all that may leave are ticked, it is asked about all others', async () => {
  const send = aSend({ open: OPEN, reasons: REASONS })
  await send.ask(orders(['AAAAAAAA']))
  expect(asked(send).isAll).toBe(true)
  await send.send(['unconfirmed'])
  expect(send.requests()).toEqual([{ ...REQUEST, include: ['unconfirmed'] }])
})

it('rule 21.47: of fewer, or of others, it is asked about these alone', async () => {
  const send = aSend({ open: ['DDDDDDDD', ...OPEN], reasons: REASONS })
  await send.ask(orders(['AAAAAAAA']))
  expect(asked(send)).toMatchObject({ isAll: false, packable: { stopped: [] } })
  await send.ask([...orders(['AAAAAAAA']), ...orders(['BBBBBBBB'], 'to_confirm')])
  expect(asked(send)).toMatchObject({ isAll: false, packable: { stopped: [{ id: 'BBBBBBBB' }] } })
  await send.send(['unconfirmed'])
  const ids = ['AAAAAAAA', 'BBBBBBBB']
  expect(send.requests()).toEqual([{ ...REQUEST, ids, include: ['unconfirmed'] }])
})

it('rule 15.6: what a courier has is sent once more only where that is asked for', async () => {
  const leftOut: LeftOut[] = [{ id: 'AAAAAAAA', reason: 'exported' }]
  const send = aSend({ leftOut, reasons: { AAAAAAAA: ['booked'] } })
  await send.ask(orders(['AAAAAAAA'], 'to_ship'))
  await send.send([])
  expect(send.$send.get()).toEqual({ step: 'booked', batch: null, leftOut })
  expect(send.file.make).not.toHaveBeenCalled()
  await send.ask(orders(['AAAAAAAA'], 'to_ship'), true)
  await send.send([])
  expect(send.requests().at(-1)).toEqual({ ...REQUEST, ids: ['AAAAAAAA'], includeExported: true })
  expect(send.$send.get()).toMatchObject({ step: 'booked', batch: BATCH })
})

it('rule 15.6: more than the database takes at once are one batch', async () => {
  const send = aSend({ open: idsOf(1201) })
  await send.ask(orders(idsOf(700), 'to_confirm'))
  await send.send([])
  const parts = send.requests().map((row) => [(row?.['ids'] as string[]).length, row?.['batch']])
  expect(parts).toEqual([
    [500, undefined],
    [200, 7],
  ])
  const all = aSend({ open: idsOf(1201) })
  await all.ask(orders(idsOf(1201)))
  await all.send(['marked'])
  const request = { ...REQUEST, include: ['marked'] }
  expect(all.requests()).toEqual([request, ...Array(2).fill({ ...request, batch: 7 })])
})

it('a request that books nothing is the last one', async () => {
  const send = aSend({ open: ['AAAAAAAA'] })
  const nothing = { batch: null, exported: [], leftOut: [], remaining: 3 }
  send.sendAct.mockResolvedValueOnce([{ id: '', ok: true, ...nothing }])
  await send.ask(orders(['AAAAAAAA']))
  await send.send(['marked'])
  expect(send.requests()).toHaveLength(1)
  expect(send.$send.get()).toMatchObject({ step: 'booked', batch: null })
})

it('rule 21.47: then the page of the batch opens, unless something of it is not in the file', async () => {
  const done: FileView = {
    ...{ step: 'done', batch: BATCH, count: 1 },
    ...{ notSent: [], elsewhere: [], left: [], changed: [] },
  }
  const send = aSend({ leftOut: [{ id: 'BBBBBBBB', reason: 'held' }] })
  const stop = send.start()
  await send.ask(orders(['AAAAAAAA', 'BBBBBBBB'], 'later'))
  await send.send([])
  send.$file.set(done)
  expect(send.openPage).not.toHaveBeenCalled()
  send.close()
  // The list offers them no more.
  expect(send.onBooked).toHaveBeenCalledOnce()
  await send.ask(orders(['AAAAAAAA'], 'later'))
  send.sendAct.mockResolvedValueOnce([
    { id: '', ok: true, batch: BATCH, exported: ['AAAAAAAA'], leftOut: [], remaining: 0 },
  ])
  await send.send([])
  send.$file.set({ ...done, elsewhere: ['AAAAAAAA'] })
  expect(send.openPage).not.toHaveBeenCalled()
  send.$file.set({ ...done })
  expect(send.openPage).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/id=7$/))
  stop()
})

it('rule 21.63: a booking without a response is sent again as the same act, also after a reload', async () => {
  const send = aSend()
  send.sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await send.ask(orders(['AAAAAAAA']))
  await send.send([])
  expect(send.$send.get()).toEqual({ step: 'lost', count: 0 })
  // Another press asks about it first.
  send.close()
  await send.ask(orders(['BBBBBBBB']))
  expect(send.$send.get()).toMatchObject({ step: 'lost' })
  const reloaded = aSend()
  expect(reloaded.$send.get()).toMatchObject({ step: 'lost' })
  await reloaded.retry()
  const requests = [send, reloaded].map(({ sendAct }) => sendAct.mock.calls[0]?.[0].request)
  expect(requests[1]).toBe(requests[0])
  expect(reloaded.$send.get()).toMatchObject({ step: 'booked', batch: BATCH })
  expect(aSend().$send.get()).toEqual({ step: 'closed' })
})

it('a second press books nothing more, and neither does a look that failed', async () => {
  const send = aSend({ open: ['AAAAAAAA'] })
  send.fetchPackable.mockRejectedValueOnce(new ShopError('unreachable'))
  await send.ask(orders(['AAAAAAAA']))
  expect(send.$send.get()).toMatchObject({ step: 'failed' })
  await send.send([])
  expect(send.requests()).toEqual([])
  await send.ask(orders(['AAAAAAAA']))
  await Promise.all([send.send([]), send.send([])])
  expect(send.requests()).toHaveLength(1)
})
