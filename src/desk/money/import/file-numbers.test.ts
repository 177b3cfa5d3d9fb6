/* What a file of numbers, states or payments comes to while parcels of its courier wait for numbers. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Act } from '#admin/acts/acts.api.ts'
import { $couriers } from '#admin/order/couriers.ts'
import { NOTHING_KNOWN } from '#desk/files/numbers/numbered-order.ts'
import type { Order } from '#order/order.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { booked, bookedResult } from '#tests/support/sent-acts.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import type { CompareResult } from './applying.ts'
import { createImport } from './import.store.ts'

beforeEach(() => {
  stubSessionStorage()
  $couriers.set(someCouriers)
  return () => vi.unstubAllGlobals()
})

const BATCH = {
  ...{ id: 3, at: '2026-11-21T08:00:00Z', orders: 2 },
  ...{ undoneAt: null, request: null, printedAt: null, stages: { needs_number: 2 } },
}
const compared: CompareResult = { ok: true, rows: [], sum: 0 }

function anOpenOrder(id: string, change: Partial<Order> = {}): Order {
  return anOrder({ id, courier: 'tcs', ...change })
}

function anImport(orders: readonly Order[], found = orders.map(() => 'tcs')) {
  const batch = { ...BATCH, courier: 'tcs' }
  const sendAct = vi.fn(async ({ rows }: Act) =>
    rows.map((row) => bookedResult(booked(anOpenOrder(row.id), row))),
  )
  const importing = createImport({
    sendAct,
    fetchCouriers: async () => [],
    findCouriers: async () => found,
    fetchBatches: async () => ({ rows: [batch], older: undefined, newer: undefined }),
    fetchBatch: async () => ({
      batch,
      orders: orders.map((order) => ({
        order,
        reasons: [],
        cells: null,
        leftAt: null,
      })),
      next: null,
    }),
    lookUpNumbers: async () => NOTHING_KNOWN,
    compareStatement: async () => compared,
  })
  const read = (...lines: string[]) => importing.read(new File([lines.join('\n')], 'numbers.csv'))
  const shown = () => {
    const view = importing.numbers.$view.get()
    if (view.step !== 'preview') return view
    return view.matching.matches.map(({ order, number }) => `${order.id} ${number}`)
  }
  const view = () => importing.$view.get()
  return { ...importing, read, shown, view, sent: () => sendAct.mock.calls.map(([act]) => act) }
}

const ids = ['AAAAAAAA', 'BBBBBBBB'] as const
const [first, second] = ids
const open = ids.map((id) => anOpenOrder(id))

test('rule 22.55: a file of numbers numbers its parcels by the act of their batch, and is no payment', async () => {
  const { read, view, shown, saveNumbers, sent } = anImport(open)
  await read('Order ID,CN,COD', `${first},7790000001,799`, `${second},7790000002,799`)
  expect(view()).toMatchObject({ step: 'numbers', courier: 'tcs', rest: undefined })
  expect(shown()).toEqual([`${first} 7790000001`, `${second} 7790000002`])
  await saveNumbers(new Map([[first, '7790000001']]))
  expect(sent()).toMatchObject([
    { act: 'book', rows: [{ id: first, trackingNumber: '7790000001' }] },
  ])
  expect(view().step).toBe('choosing')
})

test('rule 22.55: a file of states gives numbers first, and names no parcel of others', async () => {
  const { read, view, numbers, saveNumbers } = anImport(open)
  await read('Order ID,CN,Status', `${first},7790000001,Booked`, 'ZZZZZZZZ,7790000009,Delivered')
  expect(view()).toMatchObject({ step: 'numbers', rest: { file: { input: { courier: 'tcs' } } } })
  expect(numbers.$view.get()).toMatchObject({ matching: { problems: [] } })
  await saveNumbers(new Map([[first, '7790000001']]))
  expect(view()).toMatchObject({ step: 'preview' })
})

test('rule 22.55: a column of numbers alone is asked about by its place', async () => {
  const { read, view, numbers } = anImport(open)
  await read('7790000001')
  expect(view().step).toBe('numbers')
  expect(numbers.$view.get()).toMatchObject({ matching: { mayBeWithout: [{}, {}] } })
})

test.each([
  ['states of other parcels', ['CN,Status', '7790000008,Delivered', '7790000009,Returned']],
  ['a payment of other parcels', ['CN,Amount Paid', '7790000008,799', '7790000009,799']],
])('rule 22.55: %s give no parcel a number by their place', async (_, lines) => {
  const { read, view } = anImport(open)
  await read(...lines)
  expect(view().step).toBe('preview')
})

test('rule 22.55: of parcels with numbers the amounts to collect are a payment, as before', async () => {
  const { read, view } = anImport([anOpenOrder(first, { trackingNumber: '7790000001' })])
  await read('Order ID,CN,COD', `${first},7790000001,799`)
  expect(view()).toMatchObject({
    step: 'preview',
    pending: { input: { lines: [{ money: [{ kind: 'cash', amount: 79900 }] }] } },
  })
})

test('rule 22.54: a file of which the courier is not clear waits for the choice', async () => {
  const { read, view } = anImport(open, [])
  await read('CN,Status', '7790000008,Delivered')
  expect(view()).toMatchObject({ step: 'whose', file: { name: 'numbers.csv' } })
})
