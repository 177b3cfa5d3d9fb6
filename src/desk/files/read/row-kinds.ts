/* Which rows of a file are parcels: not totals, headers that are printed again, or rows that stand there twice. */
import {
  FIELD_NAMES,
  NAMING_FIELDS,
  SAYING_FIELDS,
  STATEMENT_FIELDS,
  type StatementField,
} from '#desk/files/fields.ts'
import { headerKey } from '#desk/files/sheet.ts'
import { parseAmount } from './amounts.ts'
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
    if (isTotal(cells, columns) || isSumOf(sorted.parcels, cells, columns)) {
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

/** A total without a word: no parcel is named, and each of its amounts is the sum of those above. */
function isSumOf(parcels: readonly FileRow[], cells: readonly string[], columns: Columns): boolean {
  const cellOf = (field: StatementField, of = cells) => of[columns[field] ?? -1] ?? ''
  const isNamed = NAMING_FIELDS.some((field) => !/^\d{0,5}$/.test(cellOf(field)))
  if (isNamed || cellOf('status') || parcels.length === 0) return false
  const amounts = FIELD_NAMES.filter((field) => STATEMENT_FIELDS[field].holds === 'amount').filter(
    (field) => parseAmount(cellOf(field))?.minor !== 0,
  )
  const sumOf = (field: StatementField) =>
    parcels.reduce((sum, row) => sum + (parseAmount(cellOf(field, row.cells))?.minor ?? 0), 0)
  return (
    amounts.length > 0 &&
    amounts.every((field) => parseAmount(cellOf(field))?.minor === sumOf(field))
  )
}
