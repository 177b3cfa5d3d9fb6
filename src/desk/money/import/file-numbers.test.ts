/* What a file of numbers, states or payments is read as. */
import { beforeEach, expect, test, vi } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import {
  type CourierSettings,
  type SettingsChange,
  withSaved,
} from '#desk/sheets/couriers/courier-settings.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import type { AppliedRow, CompareResult } from './applying.ts'
import { createImport } from './import.store.ts'
import { questionsBefore } from './questions.ts'

beforeEach(() => {
  stubSessionStorage()
  $couriers.set(someCouriers)
})

/** `numbered` is how many parcels get their numbers. */
function anImport({ numbered = 0, found = ['tcs'], rows = [] as AppliedRow[] } = {}) {
  let saved: CourierSettings[] = []
  const saveCourier = vi.fn(async (courier: string, change: SettingsChange) => {
    saved = withSaved([], courier, change)
  })
  const compared: CompareResult = {
    ...{ ok: true, rows, sum: 0, numbered },
    paid: { customersPaid: 0, couriersKept: 0, unlisted: 0, came: 0 },
  }
  const importing = createImport({
    fetchCouriers: async () => saved,
    findCouriers: async () => found,
    compareFile: async () => compared,
    saveCourier,
  })
  const read = (...lines: string[]) => importing.read(new File([lines.join('\n')], 'numbers.csv'))
  const view = () => importing.$view.get()
  return { ...importing, read, view, saveCourier }
}

const cash = expect.objectContaining({ kind: 'cash', amount: 79900 })
const LIST = ['Order ID,CN,COD', 'AAAAAAAA,7790000001,799', 'BBBBBBBB,7790000002,799']

test('rule 22.55: the amounts of a list that numbers parcels are to be collected, and no payment', async () => {
  const { read, view } = anImport({ numbered: 2 })
  await read(...LIST)
  expect(view()).toMatchObject({
    step: 'preview',
    preview: { numbered: 2 },
    pending: {
      input: {
        courier: 'tcs',
        lines: [
          { reference: 'AAAAAAAA', trackingNumber: '7790000001', money: [] },
          { reference: 'BBBBBBBB', trackingNumber: '7790000002', money: [] },
        ],
      },
    },
  })
})

test('rule 22.62: before a list with other cash than its orders is saved, it is asked about, after a reload too', async () => {
  const row = { result: 'number', toCollect: 79900 } as const
  const orders = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'CCCCCCCC']
  const rows = orders.map((orderId, nth) => ({ ...row, row: nth + 2, orderId, number: orderId }))
  const world = { numbered: 3, rows }
  const { read } = anImport(world)
  // The rows of one parcel add up.
  const ofOne = ['CCCCCCCC,7790000003,500', 'CCCCCCCC,7790000003,299']
  await read(LIST[0] ?? '', LIST[1] ?? '', 'BBBBBBBB,7790000002,1459', ...ofOne)
  const { start, view } = anImport(world)
  start()
  await vi.waitFor(() => expect(view().step).toBe('preview'))
  const shown = view()
  if (shown.step !== 'preview') throw new Error()
  expect(questionsBefore(shown.preview, shown.pending)).toEqual([
    expect.stringContaining('Of 1 parcel the file has another amount to collect'),
  ])
})

test.each([
  ['of parcels with numbers', 0, LIST.slice(0, 2)],
  ['beside a fee', 2, ['Order ID,CN,COD,Delivery Fee', 'AAAAAAAA,7790000001,799,200']],
  ['beside the day of the payment', 2, ['Order ID,COD,Paid on', 'AAAAAAAA,799,2026-11-20']],
])('rule 22.55: amounts to collect %s are a payment', async (_, numbered, lines) => {
  const { read, view } = anImport({ numbered })
  await read(...lines)
  expect(view()).toMatchObject({
    step: 'preview',
    pending: {
      input: { lines: [{ money: expect.arrayContaining([cash]) }] },
    },
  })
})

test('rule 22.55: of numbers under unknown headers the two columns are asked for, once', async () => {
  const { read, view, map, saveCourier } = anImport()
  await read('My parcel,Their code', 'AAAAAAAA,7790000001')
  expect(view()).toMatchObject({
    step: 'mapping',
    question: expect.stringMatching(/For a file of numbers/),
  })
  const mapping = { reference: 'My parcel', trackingNumber: 'Their code' }
  // Only a sheet is chosen.
  await map({}, '')
  expect(saveCourier).not.toHaveBeenCalled()
  await map({ trackingNumber: 'Their code' })
  expect(view()).toMatchObject({ step: 'mapping' })
  await map({ reference: 'My parcel' })
  expect(view()).toMatchObject({
    step: 'preview',
    pending: { input: { lines: [{ reference: 'AAAAAAAA', trackingNumber: '7790000001' }] } },
  })
  expect(saveCourier).toHaveBeenLastCalledWith('tcs', { statementColumns: mapping })
})

test('numbers alone are refused with the place where they are pasted', async () => {
  const { read, view } = anImport()
  await read('7790000001')
  expect(view()).toMatchObject({
    step: 'choosing',
    problem: expect.stringContaining('on the page of their parcels'),
  })
})

test('rule 22.54: a file of which the courier is not clear waits for the choice', async () => {
  const { read, view } = anImport({ found: [] })
  await read('CN,Status', '7790000008,Delivered')
  expect(view()).toMatchObject({ step: 'whose', file: { name: 'numbers.csv' } })
})
