import { beforeEach, expect, it, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { planRow } from '#admin/acts/dispatch-row.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { booked, bookedResult } from '#tests/support/sent-acts.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { type BulkRun, createBulk } from './bulk.store.ts'
import { type BulkChoice, planBulk } from './plan.ts'

const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']

/** A tab whose storage lasts over reloads, which are calls of `aBulk`. */
const saved = new Map<string, string>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  saved.clear()
  stubSessionStorage(saved)
})

/** The backend of a bulk change: it does each request once, and responds as `faults` says, in turn. */
function aBulk({ key = '', changed = [] as Order[], faults = [] as string[] } = {}) {
  const orders = new Map(ids.map((id) => [id, anOrder({ id })]))
  for (const order of changed) orders.set(order.id, order)
  const sent: Act[] = []
  const onSaved = vi.fn()
  const undone = new Map<string, Order[]>()
  async function sendAct(act: Act): Promise<RowResult[]> {
    sent.push(act)
    const fault = faults.shift()
    if (fault) throw new ShopError(fault)
    if (['discard', 'delete'].includes(act.act))
      return act.rows.map(({ id }) => ({ id, ok: true, version: 2 }))
    const before = act.act === 'undo' ? (undone.get(act.request) ?? []) : []
    undone.set(
      act.request,
      act.rows.map(({ id }) => orders.get(id) ?? anOrder({ id })),
    )
    return [
      ...act.rows.map((row) => save(row)),
      ...before.map((order) => bookedResult({ ...order, version: order.version + 2 })),
    ]
  }
  function save(row: Act['rows'][number]): RowResult {
    const order = orders.get(row.id)
    if (!order) return { id: row.id, ok: false, code: 'not_found' }
    if (order.version !== row['version']) return bookedResult(order, 'stale')
    const now = booked(order, row)
    orders.set(row.id, now)
    return bookedResult(now)
  }
  const bulk = createBulk({ sendAct, onSaved, key })
  return { bulk, sent, orders, onSaved }
}

function aPlan(choice: Partial<BulkChoice> = {}) {
  const orders = ids.map((id) => anOrderSummary({ id }))
  const whole = { status: 'shipped' as const, courier: undefined, numbers: new Map(), ...choice }
  return planBulk(orders, whole, new Set(['unnumbered']))
}

function results({ $bulk }: ReturnType<typeof createBulk>) {
  const bulk = $bulk.get()
  return bulk.step === 'choosing' ? [] : bulk.rows.map(({ result }) => result.state)
}

it('rule 15.2: all orders are changed by one act, each for the version that was seen', async () => {
  const { bulk, sent, onSaved } = aBulk()
  await bulk.start(aPlan({ numbers: new Map([['BBBBBBBB', ' TCS 2 ']]) }))
  expect(sent).toMatchObject([
    {
      act: 'book',
      rows: [
        { id: 'AAAAAAAA', version: 1, status: 'shipped' },
        { id: 'BBBBBBBB', version: 1, status: 'shipped', trackingNumber: 'TCS 2' },
        { id: 'CCCCCCCC', version: 1, status: 'shipped' },
      ],
    },
  ])
  expect(onSaved.mock.calls[1]).toEqual([
    'BBBBBBBB',
    expect.objectContaining({ version: 2, status: 'shipped', trackingNumber: 'TCS 2' }),
  ])
  expect(results(bulk)).toEqual(['saved', 'saved', 'saved'])
})

it('rule 15.2: what may not be changed is named, and the others are saved', async () => {
  const order = anOrder({ id: 'BBBBBBBB', courier: 'tcs', version: 5 })
  const { bulk, sent, orders, onSaved } = aBulk({ changed: [order] })
  orders.delete('CCCCCCCC')
  await bulk.start(aPlan({ courier: 'postex' }))
  expect(results(bulk)).toEqual(['saved', 'stale', 'refused'])
  // The list has what it is now.
  expect(onSaved).toHaveBeenCalledWith('BBBBBBBB', expect.objectContaining({ version: 5 }))
  await bulk.resume()
  expect(sent).toHaveLength(1)
})

it('rule 15.14: Undo restores once what was changed, and shows it in the list', async () => {
  const { bulk, sent, onSaved } = aBulk()
  await bulk.start(aPlan({ courier: 'tcs' }))
  await bulk.undo()
  expect(sent[1]).toMatchObject({ act: 'undo', request: sent[0]?.request })
  expect(onSaved).toHaveBeenLastCalledWith(
    'CCCCCCCC',
    expect.objectContaining({ version: 3, status: 'pending', courier: undefined }),
  )
  await bulk.undo()
  expect(sent).toHaveLength(2)
  expect(bulk.$bulk.get()).toMatchObject({ isUndo: true, goal: 'as before again' })
})

it('rule 15.14: an order of several acts that are undone is one row', async () => {
  const { bulk } = aBulk()
  await bulk.start(aPlan())
  const done = bulk.$bulk.get()
  const rows = done.step === 'choosing' ? [] : done.rows.slice(0, 1)
  await bulk.undoActs(['first', 'second'].map((request) => ({ request, rows })))
  expect(results(bulk)).toHaveLength(1)
})

it('rule 15.2: a reload keeps an act without a response and its request, and saves no name', async () => {
  const { bulk, sent, onSaved } = aBulk({ faults: ['unreachable'] })
  await bulk.start(aPlan())
  expect(onSaved).not.toHaveBeenCalled()
  expect([...saved.values()].join()).not.toContain('Ayesha')

  const reloaded = aBulk()
  expect(results(reloaded.bulk)).toEqual(['unreachable', 'unreachable', 'unreachable'])
  await reloaded.bulk.resume()
  expect(reloaded.sent[0]?.request).toBe(sent[0]?.request)
  expect(results(aBulk().bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(results(aBulk({ key: 'Batch 3' }).bulk)).toEqual([])
  reloaded.bulk.close()
  expect(results(aBulk().bulk)).toEqual([])
})

const FLOOD = Array.from({ length: 1200 }, (_, nth) => planRow(anOrderSummary({ id: `N${nth}` })))

it('rules 14.52 and 17.30: a flood is discarded by one press, and one Undo takes all back', async () => {
  const { bulk, sent } = aBulk()
  await bulk.decide('discard', FLOOD)
  expect(sent.map(({ act, rows }) => [act, rows.length])).toEqual([
    ['discard', 500],
    ['discard', 500],
    ['discard', 200],
  ])
  expect(sent[0]?.rows[0]).toEqual({ id: 'N0' })
  await bulk.undo()
  const requests = sent.slice(0, 3).map(({ request }) => request)
  expect(sent.slice(3).map(({ act, request }) => [act, request])).toEqual(
    requests.reverse().map((request) => ['undo', request]),
  )
})

it('rule 14.52: what is left of a flood after a lost response goes on by the same requests, also after a reload', async () => {
  const { bulk, sent } = aBulk({ faults: ['', 'unreachable'] })
  await bulk.decide('discard', FLOOD)
  expect(sent).toHaveLength(2)
  const states = results(bulk)
  expect([states[0], states[500], states[1199]]).toEqual(['saved', 'unreachable', 'planned'])
  const reloaded = aBulk()
  await reloaded.bulk.resume()
  expect(reloaded.sent.map(({ rows }) => rows.length)).toEqual([500, 200])
  expect(reloaded.sent[0]?.request).toBe(sent[1]?.request)
  expect(new Set(results(reloaded.bulk))).toEqual(new Set(['saved']))
})

it('rule 14.53: what was discarded is deleted by the version that it has then', async () => {
  const { bulk, sent } = aBulk()
  await bulk.decide('discard', FLOOD.slice(0, 1))
  const { rows } = bulk.$bulk.get() as BulkRun
  await bulk.decide('delete', rows)
  expect(sent[1]).toMatchObject({ act: 'delete', rows: [{ id: 'N0', version: 2 }] })
})

it('rule 15.2: a result ends after a day, unless something of it is not sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const done = aBulk()
  await done.bulk.start(aPlan())
  const unsent = aBulk({ key: 'other', faults: ['unreachable'] })
  await unsent.bulk.start(aPlan())
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  expect(results(aBulk().bulk)).toEqual([])
  expect(results(aBulk({ key: 'other' }).bulk)).toHaveLength(3)
})

it('a second press while one is sent does nothing', async () => {
  const { bulk, sent } = aBulk()
  await Promise.all([bulk.start(aPlan()), bulk.start(aPlan())])
  expect(sent).toHaveLength(1)
})

it('a session that is over keeps the change for after the login', async () => {
  const { bulk } = aBulk({ faults: ['forbidden'] })
  await bulk.start(aPlan())
  expect(results(bulk)).toEqual(['signedOut', 'signedOut', 'signedOut'])
  await bulk.resume()
  expect(results(bulk)).toEqual(['saved', 'saved', 'saved'])
})

it('rule 15.2: leaving the page asks first while orders are being changed', async () => {
  const { dispatch } = stubPage()
  vi.stubGlobal('localStorage', { getItem: () => 'true' })
  const { bulk } = aBulk()
  const stop = bulk.guardPage()
  const preventDefault = vi.fn()
  const leave = () => dispatch('beforeunload', { preventDefault })
  leave()
  expect(preventDefault).not.toHaveBeenCalled()
  const run = bulk.start(aPlan())
  leave()
  expect(preventDefault).toHaveBeenCalledOnce()
  await run
  leave()
  expect(preventDefault).toHaveBeenCalledOnce()
  stop()
})
