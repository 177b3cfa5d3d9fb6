/* The file of a sheet, and its rows as they were sent. */
import type { SheetRows } from '../sheets/courier-sheet.ts'
import type { saveRows } from './batches.api.ts'
import { BATCH_SIZE, type BatchOrder } from './batches.ts'

/** Saves the rows of the file. Returns whose rows were sent before with other cells. */
export async function saveSent(
  batch: number,
  { ids, rows }: SheetRows,
  before: readonly BatchOrder[],
  save: typeof saveRows,
): Promise<string[]> {
  const sent = ids.map((id, nth) => ({ id, cells: rows[nth + 1] ?? [] }))
  for (let first = 0; first < sent.length; first += BATCH_SIZE) {
    await save(batch, sent.slice(first, first + BATCH_SIZE))
  }
  const cellsBefore = new Map(before.map(({ order, cells }) => [order.id, cells]))
  return sent
    .filter(({ id, cells }) => {
      const earlier = cellsBefore.get(id)
      return earlier && JSON.stringify(earlier) !== JSON.stringify(cells)
    })
    .map(({ id }) => id)
}

/** Loads the library for files on demand. */
export async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('../sheets/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}
