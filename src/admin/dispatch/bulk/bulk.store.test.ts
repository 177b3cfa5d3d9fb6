import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Booking, OrderResult } from '#admin/order/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createBulk } from './bulk.store.ts'
import { type BulkChoice, planBulk } from './bulk-plan.ts'

const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']

type Response = () => OrderResult | Promise<OrderResult>

/** A tab whose storage lasts over reloads, which are calls of this function. */
const saved = new Map<string, string>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  saved.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => saved.set(key, text),
    removeItem: (key: string) => saved.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A bulk change whose saves respond as the test says, and then succeed with the next version. */
function aBulk(responses: Record<string, Response> = {}) {
  const sent: [string, number, Booking][] = []
  const onSaved = vi.fn()
  const announce = vi.fn((_title: string, _undo: () => void) => 0)
  const bulk = createBulk({
    async save(id, version, change) {
      sent.push([id, version, change])
      const response = responses[id]
      delete responses[id]
      return response ? response() : isSavedAs(version + 1)
    },
    fetchOutcome: async () => 'returned',
    onSaved,
    announce,
  })
  return { bulk, sent, onSaved, announce }
}

function isSavedAs(version: number): OrderResult {
  return { ok: true, order: { ...anOrder(), version } }
}

function fails(code: string): Response {
  return () => {
    throw new ShopError(code)
  }
}

function breaks(): never {
  throw new TypeError("Cannot read properties of undefined (reading 'id')")
}

function refuses(code: string, order?: Order): Response {
  return () => ({ ok: false, code, ...(order && { order }) })
}

function waitsFor(result: Promise<OrderResult>): Response {
  return () => result
}

function linesOf(choice: Partial<BulkChoice> = {}, status: 'pending' | 'cancelled' = 'pending') {
  const orders = ids.map((id) => anOrderSummary({ id, status }))
  const whole = { status: 'shipped' as const, courier: undefined, numbers: new Map(), ...choice }
  return planBulk(orders, whole, new Set([status])).lines
}

function outcomes({ $bulk }: ReturnType<typeof createBulk>) {
  const bulk = $bulk.get()
  return bulk.step === 'choosing' ? [] : bulk.lines.map(({ outcome }) => outcome)
}

it('rule 15.2: every order is saved by a request of its own, for the version that was seen, in the order of the list', async () => {
  const { bulk, sent, onSaved, announce } = aBulk()
  await bulk.start(linesOf({ numbers: new Map([['BBBBBBBB', ' TCS 2 ']]) }))
  expect(sent).toEqual([
    ['AAAAAAAA', 1, { status: 'shipped' }],
    ['BBBBBBBB', 1, { status: 'shipped', trackingNumber: 'TCS 2' }],
    ['CCCCCCCC', 1, { status: 'shipped' }],
  ])
  expect(onSaved.mock.calls[1]).toEqual([
    'BBBBBBBB',
    { version: 2, status: 'shipped', courier: undefined, trackingNumber: 'TCS 2', booked: true },
  ])
  expect(outcomes(bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(announce.mock.calls.map(([title]) => title)).toEqual(['3 orders set to Shipped'])
})

it('rule 15.2: what failed is named, and Retry sends only what may succeed', async () => {
  const { bulk, sent, onSaved } = aBulk({
    AAAAAAAA: fails('unreachable'),
    BBBBBBBB: fails('refused'),
    CCCCCCCC: refuses('not_found'),
  })
  await bulk.start(linesOf())
  expect(outcomes(bulk)).toEqual(['unreachable', 'refused', 'missing'])
  expect(onSaved).not.toHaveBeenCalled()
  await bulk.resume()
  expect(outcomes(bulk)).toEqual(['saved', 'refused', 'missing'])
  expect(sent.slice(3).map(([id]) => id)).toEqual(['AAAAAAAA'])
})

it('rule 15.2: an order that was changed although the response was lost counts as changed', async () => {
  const { bulk, sent } = aBulk({ AAAAAAAA: fails('unreachable') })
  await bulk.start(linesOf())
  const arrived = anOrder({ id: 'AAAAAAAA', status: 'shipped', version: 2 })
  const again = aBulk({ AAAAAAAA: refuses('stale', arrived) })
  await again.bulk.resume()
  expect(outcomes(again.bulk)).toEqual(['saved', 'saved', 'saved'])
  await again.bulk.undo()
  expect(again.sent.at(1)).toEqual(['AAAAAAAA', 2, { status: 'pending' }])
  expect(sent).toHaveLength(3)
})

it('rule 15.2: a stale order is not changed, says what was, and is changed when asked for', async () => {
  const changed = anOrder({ id: 'BBBBBBBB', status: 'cancelled', courier: 'tcs', version: 5 })
  const { bulk, sent } = aBulk({ BBBBBBBB: refuses('stale', changed) })
  await bulk.start(linesOf())
  expect(bulk.$bulk.get()).toMatchObject({
    lines: [
      {},
      { outcome: 'stale', meanwhile: 'status Pending → Cancelled, courier none → TCS' },
      {},
    ],
  })
  await bulk.resume()
  expect(sent).toHaveLength(3)
  await bulk.overwrite('BBBBBBBB')
  expect(sent[3]).toEqual(['BBBBBBBB', 5, { status: 'shipped' }])
  expect(outcomes(bulk)).toEqual(['saved', 'saved', 'saved'])
  await bulk.undo()
  expect(sent[5]).toEqual(['BBBBBBBB', 6, { status: 'cancelled', outcome: 'returned' }])
})

it('rule 15.14: Undo restores what was changed and has not changed since', async () => {
  const { bulk, sent, onSaved } = aBulk({ CCCCCCCC: fails('refused') })
  const numbers = new Map([['AAAAAAAA', 'TCS 1']])
  await bulk.start(linesOf({ courier: 'tcs', numbers }, 'cancelled'))
  await bulk.undo()
  expect(sent.slice(3)).toEqual([
    [
      'AAAAAAAA',
      2,
      { status: 'cancelled', courier: null, trackingNumber: null, outcome: 'returned' },
    ],
    ['BBBBBBBB', 2, { status: 'cancelled', courier: null, outcome: 'returned' }],
  ])
  expect(onSaved).toHaveBeenLastCalledWith(
    'BBBBBBBB',
    expect.objectContaining({ version: 3, status: 'cancelled' }),
  )
  await bulk.undo()
  expect(sent).toHaveLength(5)

  const changed = anOrder({ id: 'AAAAAAAA', status: 'delivered', version: 9 })
  const later = aBulk()
  await later.bulk.start(linesOf())
  const { bulk: elsewhere, sent: undone } = aBulk({
    AAAAAAAA: refuses('stale', changed),
  })
  await elsewhere.undo()
  expect(outcomes(elsewhere)).toEqual(['stale', 'saved', 'saved'])
  expect(undone).toHaveLength(3)
})

it('rule 15.2: a reload continues where it stopped, and saves no name', async () => {
  const lost = Promise.withResolvers<OrderResult>()
  const { bulk, sent } = aBulk({ BBBBBBBB: waitsFor(lost.promise) })
  void bulk.start(linesOf())
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect([...saved.values()].join()).not.toContain('Ayesha')

  const reloaded = aBulk()
  expect(outcomes(reloaded.bulk)).toEqual(['saved', 'pending', 'pending'])
  await reloaded.bulk.resume()
  expect(reloaded.sent.map(([id, version]) => [id, version])).toEqual([
    ['BBBBBBBB', 1],
    ['CCCCCCCC', 1],
  ])
  reloaded.bulk.close()
  expect(outcomes(aBulk().bulk)).toEqual([])
  saved.set('zulf:admin-tab-bulk', '{"goal":"","lines":[{}]}')
  expect(outcomes(aBulk().bulk)).toEqual([])
})

it('Stop ends after the order that is being saved; a second press while saving sends nothing', async () => {
  const { bulk, sent } = aBulk()
  const presses = [1, 2].map(() => bulk.start(linesOf()))
  bulk.close()
  bulk.stop()
  await Promise.all(presses)
  expect(sent).toHaveLength(1)
  expect(outcomes(bulk)).toEqual(['saved', 'pending', 'pending'])
})

it('rule 18.105: an error of the program does not read as one of the network, and is retried', async () => {
  const { bulk, sent } = aBulk({ AAAAAAAA: breaks })
  await bulk.start(linesOf())
  expect(outcomes(bulk)).toEqual(['unforeseen', 'saved', 'saved'])
  await bulk.resume()
  expect(outcomes(bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(sent.slice(3).map(([id]) => id)).toEqual(['AAAAAAAA'])
})

it('a session that is over ends the run, and the rest can be continued after the login', async () => {
  const { bulk, sent } = aBulk({ AAAAAAAA: fails('forbidden') })
  await bulk.start(linesOf())
  expect(sent).toHaveLength(1)
  expect(outcomes(bulk)).toEqual(['unreachable', 'pending', 'pending'])
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
  const run = bulk.start(linesOf())
  leave()
  expect(preventDefault).toHaveBeenCalledTimes(1)
  response.resolve(isSavedAs(2))
  await run
  leave()
  expect(preventDefault).toHaveBeenCalledTimes(1)
  stop()
})

it('typed numbers are forgotten once they are saved, but not once they are undone', async () => {
  const { bulk } = aBulk()
  const numbers = new Map(ids.map((id) => [id, `TCS ${id}`]))
  bulk.choose({ numbers })
  await bulk.start(linesOf({ numbers }))
  await bulk.undo()
  bulk.close()
  expect(bulk.$choice.get().numbers).toEqual(numbers)
  await bulk.start(linesOf({ numbers }))
  bulk.close()
  expect(bulk.$choice.get().numbers.size).toBe(0)
})
