/* The papers of a batch. Orders that left it are in none of them, and are named. */
import type { LeftOutOfPrint, PrintingStore } from '#admin/print/printing.store.ts'
import { fetchBatch } from './batches.api.ts'
import type { Batch, BatchOrder } from './batches.ts'
import { wholeBatch } from './large-batches.ts'
import { batchName } from './steps.ts'

export type BatchPaper = 'slips' | 'load sheet' | 'pick list'

/** The orders are loaded when they are printed: one may have been cancelled since the page was. */
export function printBatch(
  printing: PrintingStore,
  batch: Batch,
  what: BatchPaper,
  fetch = fetchBatch,
): Promise<void> {
  const { id, courier, at } = batch
  return printing.start(async () => {
    const rows = (await wholeBatch(fetch, id))?.orders ?? []
    const orders = rows
      .filter(({ leftAt }) => leftAt === null)
      .map(({ order, reasons }) => ({ ...order, reasons }))
    const leftOut = rows.filter(({ leftAt }) => leftAt !== null).map(toLeftOut)
    const places = new Map(rows.map(({ order }, nth) => [order.id, nth + 1]))
    if (what === 'slips') return { what, orders, leftOut, places }
    if (what === 'load sheet') return { what, orders, leftOut, courier, at, places }
    return { what, orders, leftOut, title: batchName(batch) }
  })
}

function toLeftOut({ order }: BatchOrder): LeftOutOfPrint {
  return { id: order.id, why: 'left the batch' }
}
