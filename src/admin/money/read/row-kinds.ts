/* Which rows of a file are parcels: not totals, headers that are printed again, or rows that stand there twice. */
import { headerKey } from './aliases.ts'
import { NAMING_FIELDS, SAYING_FIELDS, type StatementField } from './fields.ts'
import type { Columns } from './find-columns.ts'
import type { FileRow } from './row-facts.ts'

export interface SortedRows {
  parcels: FileRow[]
  totals: FileRow[]
  /** Rows that are the same as an earlier one. */
  repeated: { row: number; of: number }[]
}

const TOTAL = /^((grand|sub|net)[ -]*)?totals?\b|^net (amount|payable|payment)\b|^sum\b/i

export function sortRows(rows: readonly FileRow[], header: readonly string[], columns: Columns) {
  const sorted: SortedRows = { parcels: [], totals: [], repeated: [] }
  const seen = new Map<string, number>()
  for (const fileRow of rows) {
    const { cells, row } = fileRow
    if (isTotal(cells, columns)) {
      sorted.totals.push(fileRow)
      continue
    }
    if (isHeader(cells, header) || !saysAnything(cells, columns)) continue
    const key = JSON.stringify(cells.filter((_, column) => column !== columns.serial))
    const first = seen.get(key)
    if (first !== undefined) sorted.repeated.push({ row, of: first })
    else sorted.parcels.push(fileRow)
    seen.set(key, first ?? row)
  }
  return sorted
}

/** Again at the top of a page. */
function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  return header.some(Boolean) && header.every((name, column) => name === (cells[column] ?? ''))
}

/** Below the last parcel stand names, signatures and remarks. */
function saysAnything(cells: readonly string[], columns: Columns): boolean {
  const cellOf = (field: StatementField) => cells[columns[field] ?? -1] ?? ''
  return SAYING_FIELDS.some(cellOf) || NAMING_FIELDS.some((field) => /\d/.test(cellOf(field)))
}

/** It has a label, and no number that could be a parcel's: it may have their count in that place. */
function isTotal(cells: readonly string[], columns: Columns): boolean {
  const names = NAMING_FIELDS.map((field) => cells[columns[field] ?? -1] ?? '')
  const namesNothing = names.every((cell) => TOTAL.test(cell) || headerKey(cell).length < 6)
  return namesNothing && cells.some((cell) => TOTAL.test(cell))
}
