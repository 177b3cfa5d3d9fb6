import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, sendAct as send } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createScans } from './scan.store.ts'

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockReturnValue()
})

const ORDER = {
  fullName: 'Sana',
  city: 'Lahore',
  items: [{ id: 'oil', name: 'Oil', size: '100ml', quantity: 1 }],
}

function aDesk(respond: (row: Act['rows'][number]) => object = received) {
  const beep = vi.fn(async (_?: readonly number[]) => true)
  const sendAct = vi.fn(async ({ act, rows }: Act) =>
    act === 'undo' ? [{ id: 'ABCDEFGH', ok: true as const }] : rows.map(respond),
  )
  const { url } = urlHistory()
  const desk = createScans({ beep, sendAct: sendAct as unknown as typeof send, url })
  const states = () => desk.$scans.get().map(({ code, state }) => `${code} ${state}`)
  const unsent = () => desk.$scans.get().filter(({ state }) => state === 'unsent')
  return { ...desk, beep, sendAct, states, unsent }
}

function received({ id }: Act['rows'][number]) {
  return { id, ok: true, orderId: 'ABCDEFGH', order: ORDER, from: 'returning', to: 'received_back' }
}

test('rule 22.45: what had no response outlives a reload, and is sent again by its request', async () => {
  const lost = aDesk(() => {
    throw new ShopError('unreachable')
  })
  await lost.scan('PX-1')
  await lost.scan('PX-2')
  // Scanned once more, it is the same.
  await lost.scan('PX-2')
  expect(lost.states()).toEqual(['PX-2 unsent', 'PX-1 unsent'])
  const request = lost.sendAct.mock.calls[0]?.[0].request

  const desk = aDesk()
  expect(desk.unsent().map(({ code }) => code)).toEqual(['PX-2', 'PX-1'])
  await desk.retry()
  expect(desk.states()).toEqual(['PX-2 done', 'PX-1 done'])
  expect(desk.sendAct.mock.calls[0]?.[0]).toMatchObject({
    request,
    act: 'check_in',
    rows: [{ id: 'PX-1', act: 'received_back' }],
  })
  expect(aDesk().$scans.get()).toEqual([])
})

test('rule 22.45: however many scans came after it, one without a response stays named', async () => {
  const { scan, unsent, states } = aDesk((row) => {
    if (row.id === 'PX-1') throw new ShopError('unreachable')
    return received(row)
  })
  await scan('PX-1')
  for (let nth = 2; nth < 105; nth += 1) await scan(`PX-${nth}`)
  expect(unsent().map(({ code }) => code)).toEqual(['PX-1'])
  expect(states()).toHaveLength(101)
})

test('a scan is undone once, by its request', async () => {
  const { scan, undo, sendAct, $scans, states } = aDesk()
  await scan('PX-1')
  const request = String($scans.get()[0]?.request)
  await undo(request)
  await undo(request)
  expect(sendAct.mock.calls.map(([{ act }]) => act)).toEqual(['check_in', 'undo'])
  expect(sendAct).toHaveBeenLastCalledWith(expect.objectContaining({ request }))
  expect(states()).toEqual(['PX-1 undone'])
})

test('of several parcels with a number one is picked, by its order', async () => {
  const parcels = [
    { orderId: 'ABCDEFGH', fullName: 'Sana', courier: 'tcs' },
    { orderId: 'HGFEDCBA', fullName: 'Ali', courier: 'postex' },
  ]
  const { scan, pick, $scans, states, beep } = aDesk((row) =>
    row.id === '77' ? { id: '77', ok: false, code: 'several', parcels } : received(row),
  )
  await scan('77')
  expect(states()).toEqual(['77 refused'])
  expect(beep).toHaveBeenLastCalledWith([220, 220])
  const [several] = $scans.get()
  await pick(String(several?.request), parcels[1] as (typeof parcels)[number])
  expect(states()).toEqual(['HGFEDCBA done'])
  expect(beep).toHaveBeenLastCalledWith([880])
})
