/* Batches of more orders than one request takes. */
import type { sendAct } from '#admin/acts/acts.api.ts'
import type { SheetRows } from '#desk/sheets/courier-sheet.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { fetchBatch } from './batches.api.ts'
import { BATCH_SIZE, type BatchOrder, type WholeBatch } from './batches.ts'

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
  send: typeof sendAct,
): Promise<string[]> {
  const sent = ids.map((id, nth) => ({ id, batch, cells: [...(rows[nth + 1] ?? [])] }))
  for (const some of partsOf(sent, BATCH_SIZE))
    await send({ request: crypto.randomUUID(), act: 'sheet', rows: some })
  const cellsBefore = new Map(before.map(({ order, cells }) => [order.id, cells]))
  return sent
    .filter(({ id, cells }) => {
      const earlier = cellsBefore.get(id)
      return earlier && JSON.stringify(earlier) !== JSON.stringify(cells)
    })
    .map(({ id }) => id)
}
