/* Merged cells that reach over several rows: a text or a date is that of all of them, an amount is not. */

import { STATEMENT_FIELDS, type StatementField } from '#desk/files/fields.ts'
import type { Sheet } from '#desk/files/sheet.ts'
import type { Columns } from './find-columns.ts'
import type { FileRow } from './row-facts.ts'

/** The rows below the header. `before` is how many rows other sheets of the file have before it. */
export function rowsBelow(
  { rows, merged }: Sheet,
  headerRow: number,
  columns: Columns,
  before: number,
): FileRow[] {
  const filled = rows.map((row) => [...row])
  for (const { top, left, bottom } of merged) {
    if (bottom === top || top <= headerRow || fieldOf(left, columns).holds === 'amount') continue
    for (let row = top + 1; row <= bottom; row += 1) {
      const cells = filled[row]
      if (cells) cells[left] = rows[top]?.[left] ?? ''
    }
  }
  return filled
    .map((cells, index) => ({ row: before + index + 1, index, cells }))
    .filter(({ index, cells }) => index > headerRow && cells.some(Boolean))
}

/** Rows of several parcels with one amount for all of them: nothing says how much is whose. */
export function sharedAmounts(
  { merged }: Sheet,
  rows: readonly FileRow[],
  columns: Columns,
): Map<number, string> {
  const problems = new Map<number, string>()
  const nameOf = ({ cells }: FileRow) =>
    `${cells[columns.trackingNumber ?? -1] ?? ''} ${cells[columns.reference ?? -1] ?? ''}`
  for (const { top, left, bottom } of merged) {
    const { holds, label } = fieldOf(left, columns)
    const covered = rows.filter(({ index }) => index >= top && index <= bottom)
    if (holds !== 'amount' || new Set(covered.map(nameOf)).size < 2) continue
    for (const { row } of covered) {
      problems.set(
        row,
        `One “${label}” is merged over several parcels. Write the amount of each into its row and try again.`,
      )
    }
  }
  return problems
}

function fieldOf(column: number, columns: Columns) {
  const [field] = Object.entries(columns).find(([, index]) => index === column) ?? []
  return field ? STATEMENT_FIELDS[field as StatementField] : { label: undefined, holds: undefined }
}
