import { expect, test, vi } from 'vitest'
import type { Act } from '#admin/acts/acts.api.ts'
import { sheetRows } from '#desk/sheets/courier-sheet.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import type { Order } from '#order/order.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { booked, bookedResult } from '#tests/support/sent-acts.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createBatchPage, plannedOf } from './batch-page.store.ts'
import { type BatchPaper, needsNumber, receiversOf } from './batch-rows.ts'
import type { BatchOrder } from './batches.ts'

const COURIER = 'postex'
const COLUMNS = settingsFor([], COURIER).columns
const AT = '2026-11-21T08:00:00Z'
const BATCH = {
  id: 12,
  at: AT,
  courier: COURIER,
  orders: 0,
  undoneAt: null,
  request: null,
  printedAt: null,
}

/** An order of the batch whose row was sent as it is, unless `sent` says how. */
function aRow(id: string, change: Partial<Order> = {}, more: Partial<BatchOrder> = {}): BatchOrder {
  const order = anOrder({ id, courier: COURIER, ...change })
  return { order, reasons: [], cells: cellsOf(order), leftAt: null, ...more }
}

function cellsOf(order: Order) {
  return sheetRows([order], COLUMNS, (city) => city).rows[1] ?? []
}

async function aPage(rows: BatchOrder[], query = 'id=12') {
  const { url } = urlHistory(query)
  const sendAct = vi.fn(async ({ rows }: Act) =>
    rows.map((row) => bookedResult(booked(anOrder({ id: row.id }), row))),
  )
  const fetchBatch = vi.fn(async () => ({ batch: BATCH, orders: rows }))
  const page = createBatchPage({
    url,
    fetchBatch,
    fetchCouriers: async () => [],
    bulk: { sendAct },
  })
  await page.load()
  const shown = () => {
    const view = page.$remote.get()
    if (view.state !== 'ready' || !view.value) throw new Error(`The batch is ${view.state}`)
    return view.value
  }
  return { ...page, shown, sendAct, fetchBatch }
}

test('rule 21.11: what is different from what was sent is named, and such orders take no part', async () => {
  const moved = { ...goodAddress, address: 'House 9' }
  const { shown } = await aPage([
    aRow('AAAAAAAA'),
    aRow('BBBBBBBB', { status: 'cancelled', cancellation: { reason: 'other' } }),
    aRow('CCCCCCCC', { courier: undefined }, { leftAt: AT }),
    aRow('DDDDDDDD', { shippingAddress: moved }, { cells: cellsOf(anOrder({ id: 'DDDDDDDD' })) }),
    aRow('EEEEEEEE', {}, { cells: null }),
    aRow('FFFFFFFF', { trackingNumber: 'PX-1', status: 'shipped' }),
    aRow('GGGGGGGG', {}, { reasons: ['booked', 'held'] }),
  ])
  const { rows } = shown()
  expect(rows.map(({ differences }) => differences)).toEqual([
    [],
    ['was cancelled by its customer'],
    [expect.stringMatching(/^not sent with these since .+, and has no courier now$/)],
    [expect.stringMatching(/^changed since it was sent: .*Address/)],
    ['not in the file that was made'],
    [],
    ['is on hold: resume it first'],
  ])
  expect(plannedOf(rows).map(({ id }) => id.charAt(0))).toEqual(['A', 'D', 'E', 'F', 'G'])
  expect(rows.filter(needsNumber).map(({ order }) => order.id.charAt(0))).toEqual([
    ...['A', 'D', 'E', 'G'],
  ])
  const closed = receiversOf(shown()).orders.filter((order) => order.closed !== undefined)
  expect(closed.map(({ id }) => id.charAt(0))).toEqual(['B', 'C', 'G'])
})

test('rule 21.14: a column may stand in the order of what was sent, of what is open, or of what lacks a number', async () => {
  const { shown } = await aPage([
    aRow('AAAAAAAA'),
    aRow('BBBBBBBB', { status: 'cancelled' }),
    aRow('CCCCCCCC', { trackingNumber: 'PX-1' }),
  ])
  const { sequences } = receiversOf(shown())
  const letters = sequences.map((orders) => orders.map(({ id }) => id.charAt(0)).join(''))
  expect(letters).toEqual(['ABC', 'AC', 'A'])
})

test.each<BatchPaper>(['slips', 'load sheet'])(
  'rule 21.45: the %s number parcels by their place in the batch, which one that left keeps',
  async (what) => {
    const left = aRow('BBBBBBBB', {}, { leftAt: AT })
    const { shown, print, printing } = await aPage([aRow('AAAAAAAA'), left, aRow('CCCCCCCC')])
    await print(shown().batch, what)
    const view = printing.$printing.get()
    const job = view.step === 'ready' ? view.job : undefined
    expect(job?.orders.map(({ id }) => [id, job.batch?.places.get(id)])).toEqual([
      ['AAAAAAAA', 1],
      ['CCCCCCCC', 3],
    ])
  },
)

test('rule 21.11: papers count as printed also where the print dialog stops the page until it is closed', async () => {
  const { shown, print, printing, sendAct } = await aPage([aRow('AAAAAAAA')])
  printing.$printing.listen(({ step }) => {
    if (step === 'ready') printing.clear()
  })
  await print(shown().batch, 'slips')
  expect(sendAct.mock.calls).toMatchObject([
    [{ act: 'print', rows: [{ id: '12', printed: true }] }],
  ])
})

test('numbers are saved for the versions that were seen, and stand in the rows', async () => {
  const { shown, saveNumbers, sendAct, bulk } = await aPage([
    aRow('AAAAAAAA', { version: 1 }),
    aRow('BBBBBBBB', { status: 'delivered' }),
    aRow('CCCCCCCC', { trackingNumber: 'PX-3' }),
  ])
  await saveNumbers(
    shown(),
    new Map([
      ['AAAAAAAA', 'PX-1'],
      ['BBBBBBBB', 'PX-2'],
      ['CCCCCCCC', 'PX-3'],
    ]),
  )
  expect(sendAct.mock.calls).toMatchObject([
    [
      {
        act: 'book',
        rows: [
          { id: 'AAAAAAAA', version: 1, trackingNumber: 'PX-1' },
          { id: 'BBBBBBBB', version: 1, trackingNumber: 'PX-2' },
        ],
      },
    ],
  ])
  expect(bulk.$bulk.get()).toMatchObject({ step: 'done', goal: 'with a new tracking number' })
  expect(shown().rows.map(({ order }) => order.trackingNumber)).toEqual(['PX-1', 'PX-2', 'PX-3'])
})

test.each(['', 'id=x', 'id=0'])('the URL ?%s is of no batch', async (query) => {
  const { $remote, fetchBatch } = await aPage([], query)
  expect($remote.get()).toMatchObject({ state: 'ready', value: null })
  expect(fetchBatch).not.toHaveBeenCalled()
})
