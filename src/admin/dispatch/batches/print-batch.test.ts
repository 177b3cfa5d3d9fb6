import { expect, test } from 'vitest'
import { createPrinting } from '#admin/print/printing.store.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import type { Batch } from './batches.ts'
import { type BatchPaper, printBatch } from './print-batch.ts'

const BATCH: Batch = {
  id: 7,
  at: '2026-11-21T08:00:00Z',
  courier: 'tcs',
  orders: 3,
  undoneAt: null,
}

test.each<BatchPaper>(['slips', 'load sheet'])(
  'rule 21.45: the %s number parcels by their place in the batch, which one that left keeps',
  async (what) => {
    const orders = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'].map((id) => ({
      order: anOrder({ id }),
      cells: null,
      leftAt: id === 'BBBBBBBB' ? BATCH.at : null,
    }))
    const printing = createPrinting()
    await printBatch(printing, BATCH, what, async () => ({ batch: BATCH, orders, next: null }))
    const view = printing.$printing.get()
    const job = view.step === 'ready' ? view.job : undefined
    const places = job && 'places' in job ? job.places : undefined
    expect(job?.orders.map(({ id }) => [id, places?.get(id)])).toEqual([
      ['AAAAAAAA', 1],
      ['CCCCCCCC', 3],
    ])
  },
)
