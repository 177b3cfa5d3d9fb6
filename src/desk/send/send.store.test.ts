import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import { $couriers } from '#admin/order/couriers.ts'
import type { BatchRequest, MadeBatch, Packable } from '#desk/sheets/batches/batches.ts'
import type { SheetStore, SheetView } from '#desk/sheets/batches/sheet.store.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { createSend } from './send.store.ts'

const MADE = { courier: 'tcs', batch: { id: 7 }, leftOut: [] } as unknown as MadeBatch
const DONE: Extract<SheetView, { step: 'done' }> = {
  step: 'done',
  made: MADE,
  count: 2,
  notSent: [],
  elsewhere: [],
  left: [],
  changed: [],
}

beforeEach(() => {
  $couriers.set(someCouriers)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** The dialog of two ticked orders; the sheet is the one of the page of parcels, which has tests of its own. */
function aSend(view: SheetView = { step: 'idle' }) {
  const $sheet = atom<SheetView>(view)
  const make = vi.fn(async (_: BatchRequest) => {})
  const sheet = { $sheet, make, cancel: () => $sheet.set({ step: 'idle' }) }
  const open = vi.fn()
  const fetchPackable = vi.fn(async (): Promise<Packable> => ({ groups: [], stopped: [] }))
  const orders = ['AAAAAAAA', 'BBBBBBBB'].map((id) => anOrderSummary({ id }))
  const send = createSend(atom(orders), {
    sheet: () => sheet as unknown as SheetStore,
    open,
    fetchPackable,
  })
  return { ...send, $sheet, make, open, fetchPackable }
}

it('rule 21.47: the ticked orders leave with the courier of the last time, and nothing before it is asked', async () => {
  const { ask, send, make, chooseCourier, $isAsking, fetchPackable } = aSend()
  chooseCourier('tcs')
  ask()
  expect([$isAsking.get(), fetchPackable.mock.calls.length, make.mock.calls.length]).toEqual([
    true,
    1,
    0,
  ])
  await send([])
  expect(make).toHaveBeenCalledWith({ courier: 'tcs', ids: ['AAAAAAAA', 'BBBBBBBB'], include: [] })
  expect(aSend().$courier.get()).toBe('tcs')
})

it('rule 21.47: with those that are included all open orders without another reason leave', async () => {
  const { send, make } = aSend()
  await send(['unconfirmed'])
  expect(make).toHaveBeenCalledWith({ courier: expect.any(String), include: ['unconfirmed'] })
})

it('rule 21.47: then the page of the batch opens, unless something of it is not in the file', () => {
  const { start, $sheet, open } = aSend()
  const stop = start()
  $sheet.set({ ...DONE, elsewhere: ['AAAAAAAA'] })
  $sheet.set({ ...DONE, made: { ...MADE, leftOut: [{ id: 'AAAAAAAA', reason: 'held' }] } })
  expect(open).not.toHaveBeenCalled()
  $sheet.set(DONE)
  expect(open).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/id=7$/))
  stop()
})

it('a sheet without a response is asked about when the page is opened again', () => {
  const lost: SheetView = { step: 'lost', made: undefined, error: undefined }
  expect(aSend(lost).$isAsking.get()).toBe(true)
})
