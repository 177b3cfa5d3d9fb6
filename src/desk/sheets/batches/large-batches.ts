/* Batches of more orders than one request takes. */
import type { Refusal } from '#admin/order/orders.ts'
import type { SheetRows } from '#desk/sheets/courier-sheet.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { createBatch, fetchBatch, saveRows } from './batches.api.ts'
import {
  BATCH_SIZE,
  type Batch,
  type BatchChange,
  type BatchOrder,
  type BatchRequest,
  type WholeBatch,
} from './batches.ts'

/** Without a batch, none of the orders could be booked. */
export interface MadeBatch<Made = Batch> extends Pick<BatchChange, 'leftOut'> {
  courier: string
  batch: Made
}

/** Books these orders, or all that are open and not booked, into the batch of the request or a new one. */
export async function makeBatch(
  create: typeof createBatch,
  { ids, ...request }: BatchRequest,
): Promise<MadeBatch<Batch | null> | Refusal> {
  const { courier } = request
  const made: MadeBatch<Batch | null> = { courier, batch: null, leftOut: [] }
  let change: BatchChange | Refusal
  let first = 0
  do {
    const some = ids && { ids: ids.slice(first, first + BATCH_SIZE) }
    // After the first request the batch is known, and the next ones add to it.
    change = await create({ ...request, ...some, ...(made.batch && { batch: made.batch.id }) })
    if (!change.ok) return change
    made.batch = change.batch ?? made.batch
    made.leftOut.push(...change.leftOut)
    first += BATCH_SIZE
  } while (ids ? first < ids.length : change.exported.length > 0 && change.remaining > 0)
  return made
}

/** A batch with all of its orders; null where no batch has this id. */
export async function wholeBatch(fetch: typeof fetchBatch, id: number): Promise<WholeBatch | null> {
  const first = await fetch(id)
  if (!first) return null
  const orders = [...first.orders]
  let { next } = first
  while (next !== null) {
    const page = await fetch(id, next)
    orders.push(...(page?.orders ?? []))
    next = page?.next ?? null
  }
  return { batch: first.batch, orders }
}

/** Saves the rows of the file. Returns whose rows were sent before with other cells. */
export async function saveSent(
  batch: number,
  { ids, rows }: SheetRows,
  before: readonly BatchOrder[],
  save: typeof saveRows,
): Promise<string[]> {
  const sent = ids.map((id, nth) => ({ id, cells: rows[nth + 1] ?? [] }))
  for (const some of partsOf(sent, BATCH_SIZE)) await save(batch, some)
  const cellsBefore = new Map(before.map(({ order, cells }) => [order.id, cells]))
  return sent
    .filter(({ id, cells }) => {
      const earlier = cellsBefore.get(id)
      return earlier && JSON.stringify(earlier) !== JSON.stringify(cells)
    })
    .map(({ id }) => id)
}
