/* Merged cells that reach over several rows: a text or a date is that of all of them, an amount is not. */
import { type ColumnField, FIELDS } from '#desk/files/fields.ts'
import type { FileSheet } from '#desk/files/sheet.ts'
import type { Columns } from './find-columns.ts'
import type { FileRow } from './row-facts.ts'

/** The rows below the header. `before` is how many rows other sheets of the file have before it. */
export function rowsBelow(
  { rows, merged }: FileSheet,
  headerRow: number,
  columns: Columns,
  before: number,
): FileRow[] {
  const filled = rows.map((row) => [...row])
  for (const { top, left, bottom } of merged) {
    if (top <= headerRow || fieldOf(left, columns)?.holds === 'amount') continue
    for (const cells of filled.slice(top + 1, bottom + 1)) cells[left] = rows[top]?.[left] ?? ''
  }
  const fields = Object.entries(columns)
  return filled
    .map((cells, index) => ({
      row: before + index + 1,
      index,
      cells,
      cellOf: Object.fromEntries(fields.map(([field, column]) => [field, cells[column] ?? ''])),
    }))
    .filter(({ index, cells }) => index > headerRow && cells.some(Boolean))
}

/** Rows of several parcels with one amount for all of them: nothing says how much is whose. */
export function sharedAmounts(
  { merged }: FileSheet,
  rows: readonly FileRow[],
  columns: Columns,
): Map<number, string> {
  const problems = new Map<number, string>()
  for (const { top, left, bottom } of merged) {
    const field = fieldOf(left, columns)
    const covered = rows.filter(({ index }) => index >= top && index <= bottom)
    const parcels = covered.map(({ cellOf }) => `${cellOf.trackingNumber} ${cellOf.reference}`)
    if (field?.holds !== 'amount' || new Set(parcels).size < 2) continue
    const problem = `One “${field.label}” is merged over several parcels. Write the amount of each into its row and try again.`
    for (const { index } of covered) problems.set(index, problem)
  }
  return problems
}

function fieldOf(column: number, columns: Columns) {
  const [field] = Object.entries(columns).find(([, index]) => index === column) ?? []
  return field === undefined ? undefined : FIELDS[field as ColumnField]
}
