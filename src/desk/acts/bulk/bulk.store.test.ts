import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderResult } from '#admin/order/orders.ts'
import { type DispatchChange, withChange } from '#desk/acts/dispatch.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createBulk } from './bulk.store.ts'
import { type BulkChoice, planBulk } from './plan.ts'

const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']

/** A tab whose storage lasts over reloads, which are calls of `aBulk`. */
const saved = new Map<string, string>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  saved.clear()
  stubSessionStorage(saved)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

type Response = () => OrderResult | Promise<OrderResult>

/** A bulk change whose requests have these responses once, and then succeed with the next version. */
function aBulk(responses: Record<string, Response> = {}) {
  const sent: [string, number, DispatchChange][] = []
  const onSaved = vi.fn()
  const announce = vi.fn((_title: string, _undo: () => void) => 0)
  const bulk = createBulk({
    async bookOrder(id, version, change) {
      sent.push([id, version, change])
      const response = responses[id]
      delete responses[id]
      return response ? response() : isSaved(id, version + 1, change)
    },
    onSaved,
    announce,
  })
  return { bulk, sent, onSaved, announce }
}

function isSaved(id: string, version: number, change: DispatchChange): OrderResult {
  return { ok: true, order: { ...withChange(anOrder({ id, version }), change), booked: true } }
}

const fails = (code: string) => () => Promise.reject(new ShopError(code))
const waitsFor = (result: Promise<OrderResult>) => () => result
const refuses = (code: string, order?: Order) => (): OrderResult => ({
  ok: false,
  code,
  ...(order && { order }),
})

function aPlan(choice: Partial<BulkChoice> = {}) {
  const orders = ids.map((id) => anOrderSummary({ id }))
  const whole = { status: 'shipped' as const, courier: undefined, numbers: new Map(), ...choice }
  return planBulk(orders, whole, new Set(['unnumbered']))
}

function results({ $bulk }: ReturnType<typeof createBulk>) {
  const bulk = $bulk.get()
  return bulk.step === 'choosing' ? [] : bulk.rows.map(({ result }) => result.state)
}

it('rule 15.2: every order is saved by a request of its own, for the version that was seen, in the order of the list', async () => {
  const { bulk, sent, onSaved, announce } = aBulk()
  await bulk.start(aPlan({ numbers: new Map([['BBBBBBBB', ' TCS 2 ']]) }))
  expect(sent).toEqual([
    ['AAAAAAAA', 1, { status: 'shipped' }],
    ['BBBBBBBB', 1, { status: 'shipped', trackingNumber: 'TCS 2' }],
    ['CCCCCCCC', 1, { status: 'shipped' }],
  ])
  expect(onSaved.mock.calls[1]).toEqual([
    'BBBBBBBB',
    {
      version: 2,
      status: 'shipped',
      courier: undefined,
      trackingNumber: 'TCS 2',
      booked: true,
      outcome: undefined,
      endReason: null,
    },
  ])
  expect(results(bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(announce.mock.calls.map(([title]) => title)).toEqual(['3 orders set to Shipped'])
})

it('rule 15.2: Retry sends only what may succeed', async () => {
  const { bulk, sent, onSaved } = aBulk({
    AAAAAAAA: fails('unreachable'),
    BBBBBBBB: fails('refused'),
    CCCCCCCC: refuses('not_found'),
  })
  await bulk.start(aPlan())
  expect(results(bulk)).toEqual(['unreachable', 'refused', 'missing'])
  expect(onSaved).not.toHaveBeenCalled()
  await bulk.resume()
  expect(results(bulk)).toEqual(['saved', 'refused', 'missing'])
  expect(sent.slice(3).map(([id]) => id)).toEqual(['AAAAAAAA'])
})

it('rule 15.2: a stale order is changed when asked for', async () => {
  const order = anOrder({ id: 'BBBBBBBB', courier: 'tcs', version: 5 })
  const { bulk, sent } = aBulk({ BBBBBBBB: refuses('stale', order) })
  await bulk.start(aPlan({ courier: 'postex' }))
  await bulk.resume()
  expect(sent).toHaveLength(3)
  await bulk.overwrite('BBBBBBBB')
  expect(sent[3]).toEqual(['BBBBBBBB', 5, { status: 'shipped', courier: 'postex' }])
  expect(results(bulk)).toEqual(['saved', 'saved', 'saved'])
  await bulk.undo()
  expect(sent[5]).toEqual(['BBBBBBBB', 6, { status: 'pending', courier: 'tcs' }])
})

it('rule 15.14: Undo restores once what was changed and has not changed since', async () => {
  const { bulk, sent, onSaved } = aBulk({ CCCCCCCC: fails('refused') })
  await bulk.start(aPlan({ courier: 'tcs', numbers: new Map([['AAAAAAAA', 'TCS 1']]) }))
  await bulk.undo()
  expect(sent.slice(3)).toEqual([
    ['AAAAAAAA', 2, { status: 'pending', courier: null, trackingNumber: null }],
    ['BBBBBBBB', 2, { status: 'pending', courier: null }],
  ])
  expect(onSaved).toHaveBeenLastCalledWith('BBBBBBBB', expect.objectContaining({ version: 3 }))
  await bulk.undo()
  expect(sent).toHaveLength(5)

  await aBulk().bulk.start(aPlan())
  const order = anOrder({ id: 'AAAAAAAA', status: 'delivered', version: 9 })
  const { bulk: reloaded } = aBulk({ AAAAAAAA: refuses('stale', order) })
  await reloaded.undo()
  expect(results(reloaded)).toEqual(['stale', 'saved', 'saved'])
})

it('rule 15.2: a reload continues where it stopped, and saves no name', async () => {
  const response = Promise.withResolvers<OrderResult>()
  const { bulk, sent } = aBulk({ BBBBBBBB: waitsFor(response.promise) })
  void bulk.start(aPlan())
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect([...saved.values()].join()).not.toContain('Ayesha')

  // The request had arrived.
  const order = anOrder({ id: 'BBBBBBBB', status: 'shipped', version: 2 })
  const reloaded = aBulk({ BBBBBBBB: refuses('stale', order) })
  expect(results(reloaded.bulk)).toEqual(['saved', 'planned', 'planned'])
  await reloaded.bulk.resume()
  expect(reloaded.sent.map(([id]) => id)).toEqual(['BBBBBBBB', 'CCCCCCCC'])
  expect(results(reloaded.bulk)).toEqual(['saved', 'saved', 'saved'])
  reloaded.bulk.close()
  expect(results(aBulk().bulk)).toEqual([])
  saved.set('zulf:admin-tab-bulk', '{"goal":"","rows":[{}]}')
  expect(results(aBulk().bulk)).toEqual([])
})

it('Stop ends after the order that is being saved; a second press while saving sends nothing', async () => {
  const { bulk, sent } = aBulk()
  const presses = [1, 2].map(() => bulk.start(aPlan()))
  bulk.close()
  bulk.stop()
  await Promise.all(presses)
  expect(sent).toHaveLength(1)
  expect(results(bulk)).toEqual(['saved', 'planned', 'planned'])
})

it('a session that is over ends the run, and all of it can be continued after the login', async () => {
  const { bulk, sent } = aBulk({ AAAAAAAA: fails('forbidden') })
  await bulk.start(aPlan())
  expect(results(bulk)).toEqual(['signedOut', 'planned', 'planned'])
  await bulk.resume()
  expect(sent).toHaveLength(4)
  expect(results(bulk)).toEqual(['saved', 'saved', 'saved'])
})

it('rule 15.2: leaving the page asks first while orders are being changed', async () => {
  const { dispatch } = stubPage()
  vi.stubGlobal('localStorage', { getItem: () => 'true' })
  const response = Promise.withResolvers<OrderResult>()
  const { bulk } = aBulk({ AAAAAAAA: waitsFor(response.promise) })
  const stop = bulk.guardPage()
  const preventDefault = vi.fn()
  const leave = () => dispatch('beforeunload', { preventDefault })
  leave()
  expect(preventDefault).not.toHaveBeenCalled()
  const run = bulk.start(aPlan())
  leave()
  expect(preventDefault).toHaveBeenCalledOnce()
  response.resolve(isSaved('AAAAAAAA', 2, {}))
  await run
  leave()
  expect(preventDefault).toHaveBeenCalledOnce()
  stop()
})

it('typed numbers are forgotten once they are saved, but not once they are undone', async () => {
  const { bulk } = aBulk()
  const numbers = new Map(ids.map((id) => [id, `TCS ${id}`]))
  bulk.choose({ numbers })
  await bulk.start(aPlan({ numbers }))
  await bulk.undo()
  bulk.close()
  expect(bulk.$choice.get().numbers).toEqual(numbers)
  await bulk.start(aPlan({ numbers }))
  bulk.close()
  expect(bulk.$choice.get().numbers.size).toBe(0)
})
