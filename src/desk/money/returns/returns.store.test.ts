import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createReturns } from './returns.store.ts'
import type { CheckIn, CheckInResult } from './returns.ts'

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockReturnValue()
  return () => vi.unstubAllGlobals()
})

const FOUND = { orderId: 'ABCDEFGH', fullName: 'Sana', city: 'Lahore', contents: '1 × Oil' }

function aDesk(respond: (request: CheckIn) => CheckInResult = received) {
  const beep = vi.fn(async (_?: readonly number[]) => true)
  const checkIn = vi.fn(async (request: CheckIn) => respond(request))
  const undoCheckIn = vi.fn(async (_: string) => ({ ok: true }) as const)
  const desk = createReturns({ beep, checkIn, undoCheckIn })
  const states = () => desk.$scans.get().map(({ code, state }) => `${code} ${state}`)
  return { ...desk, beep, checkIn, undoCheckIn, states }
}

function received(): CheckInResult {
  return { ok: true, ...FOUND, from: 'returning', to: 'received_back' }
}

test('rule 22.45: what had no response outlives a reload, and is sent again by its token', async () => {
  const lost = aDesk(() => {
    throw new ShopError('unreachable')
  })
  await lost.scan('PX-1')
  await lost.scan('PX-2')
  // Scanned once more, it is the same.
  await lost.scan('PX-2')
  expect(lost.states()).toEqual(['PX-2 unsent', 'PX-1 unsent'])
  const [[{ token }] = [{ token: '' }]] = lost.checkIn.mock.calls

  const desk = aDesk()
  expect(desk.$unsent.get().map(({ code }) => code)).toEqual(['PX-2', 'PX-1'])
  await desk.retry()
  expect(desk.states()).toEqual(['PX-2 done', 'PX-1 done'])
  expect(desk.checkIn.mock.calls[0]?.[0]).toEqual({ code: 'PX-1', act: 'received_back', token })
  expect(aDesk().$scans.get()).toEqual([])
})

test('rule 22.45: however many scans came after it, one without a response stays named', async () => {
  const { scan, $unsent, states } = aDesk(({ code }) => {
    if (code === 'PX-1') throw new ShopError('unreachable')
    return received()
  })
  await scan('PX-1')
  for (let nth = 2; nth < 105; nth += 1) await scan(`PX-${nth}`)
  expect($unsent.get().map(({ code }) => code)).toEqual(['PX-1'])
  expect(states()).toHaveLength(101)
})

test('a scan is undone once, by its token', async () => {
  const { scan, undo, undoCheckIn, $scans, states } = aDesk()
  await scan('PX-1')
  const token = String($scans.get()[0]?.token)
  await undo(token)
  await undo(token)
  expect(undoCheckIn).toHaveBeenCalledExactlyOnceWith(token)
  expect(states()).toEqual(['PX-1 undone'])
})

test('of several parcels with a number one is picked, by its order', async () => {
  const parcels = [
    { orderId: 'ABCDEFGH', fullName: 'Sana', courier: 'tcs', trackingNumber: '77' },
    { orderId: 'HGFEDCBA', fullName: 'Ali', courier: 'postex', trackingNumber: '77' },
  ]
  const { scan, pick, $scans, states, beep } = aDesk(({ code }) =>
    code === '77' ? { ok: false, code: 'several', parcels } : received(),
  )
  await scan('77')
  expect(states()).toEqual(['77 refused'])
  expect(beep).toHaveBeenLastCalledWith([220, 220])
  const [several] = $scans.get()
  await pick(String(several?.token), parcels[1] as (typeof parcels)[number])
  expect(states()).toEqual(['HGFEDCBA done'])
  expect(beep).toHaveBeenLastCalledWith([880])
})
