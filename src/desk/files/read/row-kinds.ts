/* Which rows of a file are parcels: not totals, headers that are repeated, or rows that stand there twice. */
import {
  type ColumnField,
  FIELD_NAMES,
  FIELDS,
  NAMING_FIELDS,
  SAYING_FIELDS,
} from '#desk/files/fields.ts'
import { headerKey } from '#desk/files/header-row.ts'
import { parseAmount } from './amounts.ts'
import type { FileRow } from './row-facts.ts'

export interface SortedRows {
  parcels: FileRow[]
  totals: FileRow[]
  /** Rows that are the same as an earlier one. */
  repeated: { row: number; of: number }[]
}

const TOTAL = /^((grand|sub|net)[ -]*)?totals?\b|^net (amount|payable|payment)\b|^sum\b/i

const AMOUNTS = FIELD_NAMES.filter((field) => FIELDS[field].holds === 'amount')

/** `serial` is the column that counts the rows. */
export function sortRows(
  rows: readonly FileRow[],
  header: readonly string[],
  serial: number | undefined,
): SortedRows {
  const sorted: SortedRows = { parcels: [], totals: [], repeated: [] }
  const seen = new Map<string, number>()
  for (const fileRow of rows) {
    const { cells, row } = fileRow
    if (isTotal(fileRow) || isSumOf(sorted.parcels, fileRow)) {
      sorted.totals.push(fileRow)
      continue
    }
    if (isHeader(cells, header) || !saysAnything(fileRow)) continue
    const key = JSON.stringify(cells.filter((_, column) => column !== serial))
    const first = seen.get(key)
    if (first !== undefined) sorted.repeated.push({ row, of: first })
    else sorted.parcels.push(fileRow)
    seen.set(key, first ?? row)
  }
  return sorted
}

/** Whether a row repeats the header, as at the top of a page. */
function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  return header.some(Boolean) && header.every((name, column) => name === (cells[column] ?? ''))
}

/** Whether a row says something of a parcel. Names, signatures and notes below the last one do not. */
function saysAnything({ cellOf }: FileRow): boolean {
  return (
    SAYING_FIELDS.some((field) => cellOf[field]) ||
    NAMING_FIELDS.some((field) => /\d/.test(cellOf[field] ?? ''))
  )
}

/** Whether a row has the label of a total, and nothing that names a parcel. A count may stand in that place. */
function isTotal({ cells, cellOf }: FileRow): boolean {
  const names = NAMING_FIELDS.map((field) => cellOf[field] ?? '')
  const namesNothing = names.every((cell) => TOTAL.test(cell) || headerKey(cell).length < 6)
  return namesNothing && cells.some((cell) => TOTAL.test(cell))
}

/** Whether a row is a total without a label: it names no parcel, and each amount is the sum of those above. */
function isSumOf(parcels: readonly FileRow[], { cellOf }: FileRow): boolean {
  const isNamed = NAMING_FIELDS.some((field) => !/^\d{0,5}$/.test(cellOf[field] ?? ''))
  if (isNamed || cellOf.status || parcels.length === 0) return false
  const amounts = AMOUNTS.flatMap((field) => {
    const amount = parseAmount(cellOf[field] ?? '')?.minor
    return amount === 0 ? [] : { field, amount }
  })
  const sumOf = (field: ColumnField) =>
    parcels.reduce((sum, row) => sum + (parseAmount(row.cellOf[field] ?? '')?.minor ?? 0), 0)
  return amounts.length > 0 && amounts.every(({ field, amount }) => amount === sumOf(field))
}
