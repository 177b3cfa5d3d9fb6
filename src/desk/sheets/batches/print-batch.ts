/* The papers of a batch. Orders that left it are in none of them, and are named. */
import type { Collected } from '#admin/print/printing.store.ts'
import type { fetchBatch } from './batches.api.ts'
import type { Batch } from './batches.ts'
import { batchName } from './steps.ts'

export type BatchPaper = 'slips' | 'load sheet' | 'pick list'

/** The orders are loaded when they are printed: one may have been cancelled since the page was. */
export async function collectPaper(
  what: BatchPaper,
  batch: Batch,
  fetch: typeof fetchBatch,
): Promise<Collected> {
  const { id, courier, at } = batch
  const rows = (await fetch(id))?.orders ?? []
  const places = new Map(rows.map(({ order }, nth) => [order.id, nth + 1]))
  return {
    what,
    orders: rows.flatMap(({ order, reasons, leftAt }) =>
      leftAt === null ? { ...order, reasons } : [],
    ),
    batch: { name: batchName(batch), courier, at, places },
    leftOut: rows.flatMap(({ order, leftAt }) =>
      leftAt === null ? [] : { id: order.id, why: 'not sent with these' },
    ),
  }
}
