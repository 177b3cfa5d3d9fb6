import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { Stage } from '#admin/order/stages.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import type { BatchFileStore, FileView } from '#desk/sheets/batches/batch-file.store.ts'
import type { Batch } from '#desk/sheets/batches/batches.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { MAX_ASKED } from './send.api.ts'
import { createSend, type LeftOutOrder, type SendStore } from './send.store.ts'

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
  leftOut?: LeftOutOrder[]
}

/** A backend that books, and the dialog. The file is made by a store with tests of its own. */
function aSend({ open = [], reasons = {}, leftOut = [] }: Backend = {}) {
  const fetchPackable = vi.fn(async (ids: readonly string[] = open) =>
    ids.map((id) => ({ id, fullName: 'Sana', reasons: reasons[id] ?? [], toCollect: 100 })),
  )
  const sendAct = vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
    const ids = rows[0]?.['ids'] as string[]
    const left = ids.flatMap((id) => leftOut.find((one) => one.id === id) ?? [])
    const isNothing = left.length === ids.length
    return [{ id: '', ok: true, batch: isNothing ? null : BATCH, leftOut: left }]
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
  await send.send()
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
  expect(asked(send).packable).toHaveLength(3)
  await send.send(new Set(['unconfirmed']))
  const ids = ['AAAAAAAA', 'BBBBBBBB']
  expect(send.requests()).toEqual([{ ...REQUEST, ids, include: ['unconfirmed'] }])
})

it('rule 21.47: of fewer, or of others, it is asked about these alone', async () => {
  const send = aSend({ open: ['DDDDDDDD', ...OPEN], reasons: REASONS })
  await send.ask(orders(['AAAAAAAA']))
  expect(asked(send).packable).toMatchObject([{ id: 'AAAAAAAA' }])
  await send.ask([...orders(['AAAAAAAA']), ...orders(['BBBBBBBB'], 'to_confirm')])
  expect(asked(send).packable).toMatchObject([{ id: 'AAAAAAAA' }, { id: 'BBBBBBBB' }])
})

it('rule 21.47: nothing is offered beside them where not all orders could be looked at', async () => {
  const reasons = Object.fromEntries(
    idsOf(MAX_ASKED).map((id, nth) => [id, nth === 0 ? [] : ['unconfirmed' as const]]),
  )
  const send = aSend({ open: idsOf(MAX_ASKED), reasons })
  await send.ask(orders(idsOf(1)))
  expect(asked(send).packable).toHaveLength(1)
})

it('rule 15.6: what a courier has is sent once more only where that is asked for', async () => {
  const reasons: Record<string, PackingReason[]> = {
    // What was asked about when it was booked is not asked about again.
    AAAAAAAA: ['booked', 'unconfirmed'],
    BBBBBBBB: ['booked', 'held'],
  }
  const send = aSend({ reasons })
  const sent = orders(['AAAAAAAA', 'BBBBBBBB'], 'to_ship')
  await send.ask(sent)
  await send.send()
  expect(send.requests()).toEqual([{ ...REQUEST, ids: [] }])
  await send.ask(sent, true)
  await send.send()
  expect(send.requests().at(-1)).toEqual({ ...REQUEST, ids: ['AAAAAAAA'], includeExported: true })
})

it('an order that another device sent meanwhile is named, and no file is made of nothing', async () => {
  const leftOut: LeftOutOrder[] = [{ id: 'AAAAAAAA', reason: 'exported' }]
  const send = aSend({ open: ['AAAAAAAA'], leftOut })
  await send.ask(orders(['AAAAAAAA']))
  await send.send()
  expect(send.$send.get()).toEqual({ step: 'booked', batch: null, leftOut })
  send.close()
  expect(send.file.make).not.toHaveBeenCalled()
  expect(send.openPage).not.toHaveBeenCalled()
})

it('rule 21.47: then the page of the batch opens, unless something of it is not in the file', async () => {
  const done: FileView = {
    ...{ step: 'done', batch: BATCH, count: 1 },
    ...{ leftOut: [], changed: [] },
  }
  const send = aSend({ leftOut: [{ id: 'BBBBBBBB', reason: 'held' }] })
  const stop = send.start()
  await send.ask(orders(['AAAAAAAA', 'BBBBBBBB'], 'later'))
  await send.send()
  send.$file.set(done)
  expect(send.openPage).not.toHaveBeenCalled()
  // Once that is read. The list offers them no more.
  send.close()
  expect(send.openPage).toHaveBeenCalledOnce()
  expect(send.onBooked).toHaveBeenCalledOnce()
  await send.ask(orders(['AAAAAAAA'], 'later'))
  await send.send()
  // To leave would end what makes it.
  send.$file.set({ step: 'loading' })
  send.close()
  send.$file.set({ ...done, leftOut: [{ id: 'AAAAAAAA', why: 'you left out its city' }] })
  expect(send.openPage).toHaveBeenCalledOnce()
  send.$file.set({ ...done })
  const page = [expect.stringMatching(/id=7$/)]
  expect(send.openPage.mock.calls).toEqual([page, page])
  stop()
})

it('rule 21.63: a booking without a response is sent again as the same act, also after a reload', async () => {
  const send = aSend({ open: ['AAAAAAAA'] })
  send.sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await send.ask(orders(['AAAAAAAA']))
  await send.send()
  expect(send.$send.get()).toEqual({ step: 'lost' })
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
  await send.send()
  expect(send.requests()).toEqual([])
  await send.ask(orders(['AAAAAAAA']))
  await Promise.all([send.send(), send.send()])
  expect(send.requests()).toHaveLength(1)
})
