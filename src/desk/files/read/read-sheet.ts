/* One sheet of a courier's file: its columns, and what its rows say. */
import { quote } from '#desk/files/cell.ts'
import { type ColumnField, FIELDS } from '#desk/files/fields.ts'
import { findHeader, type Header } from '#desk/files/header-row.ts'
import { knownHeaders } from '#desk/files/headers.ts'
import type { FileSheet } from '#desk/files/sheet.ts'
import { parseAmount } from './amounts.ts'
import type { FileSource } from './courier-file.ts'
import { orderOfDates } from './dates.ts'
import { type Titles, titlesOf } from './file-payment.ts'
import { type Columns, type FoundColumns, findColumns } from './find-columns.ts'
import { rowsBelow, sharedAmounts } from './merged-cells.ts'
import { type DateOrders, type FileRow, type RowFacts, readRow } from './row-facts.ts'
import { type SortedRows, sortRows } from './row-kinds.ts'

/** A sheet whose header was found. */
export interface FoundSheet extends FoundColumns {
  sheet: FileSheet
  header: Header
}

export interface ReadSheet {
  columns: Columns
  sorted: SortedRows
  orders: DateOrders
  titles: Titles
  /** Those that can be used. */
  rows: RowFacts[]
  problems: string[]
  /** Headers of columns with amounts that are not read. */
  unreadAmounts: string[]
}

/** Undefined where no row has names of columns. */
export function findSheet(sheet: FileSheet, source: FileSource): FoundSheet | undefined {
  const header = findHeader(sheet.rows, knownHeaders(source.mapping))
  if (!header) return undefined
  return { sheet, header, ...findColumns(sheet.rows, header, source) }
}

/** `before`: how many rows other sheets of the file have before it. */
export function readSheet(found: FoundSheet, before: number, source: FileSource): ReadSheet {
  const { sheet, header, columns } = found
  const below = rowsBelow(sheet, header.row, columns, before)
  const sorted = sortRows(below, sheet.rows[header.row] ?? [], columns.serial)
  const { parcels } = sorted
  const orders = ordersOf(parcels, columns, source.today)
  const unusable = new Map([
    ...sharedAmounts(sheet, parcels, columns),
    ...unreadRows(sheet, columns),
  ])
  const rows: RowFacts[] = []
  const problems: string[] = []
  for (const parcel of parcels) {
    const { row, index } = parcel
    const facts = unusable.get(index) ?? readRow(parcel, orders, source)
    const name = row === index + 1 ? `Row ${row}` : `Row ${row} (${index + 1} of “${sheet.name}”)`
    if (typeof facts === 'string') problems.push(`${name}: ${facts}`)
    else rows.push(facts)
  }
  return {
    columns,
    sorted,
    orders,
    rows,
    problems,
    titles: titlesOf(sheet.rows.slice(0, header.row), source.format),
    unreadAmounts: unreadAmounts(found, parcels),
  }
}

function ordersOf(rows: readonly FileRow[], columns: Columns, today: Date): DateOrders {
  const dates = (Object.keys(columns) as ColumnField[]).filter(
    (field) => FIELDS[field].holds === 'date',
  )
  const cellsOf = (field: ColumnField) => rows.map(({ cellOf }) => cellOf[field] ?? '')
  return Object.fromEntries(dates.map((field) => [field, orderOfDates(cellsOf(field), today)]))
}

/** Why rows cannot be used, by their index: a cell that is not used does not matter. */
function unreadRows({ unread }: FileSheet, columns: Columns): Map<number, string> {
  const used = new Set(Object.values(columns))
  const ofUsed = unread.filter(({ column }) => column === undefined || used.has(column))
  return new Map(ofUsed.map(({ row, problem }) => [row, problem]))
}

/** Words by which columns of money are called. */
const OF_MONEY = /charge|fee|tax|gst|wht|amount|deduct|surcharge|cost|paid|cash|\brs\b|pkr|adjust/i

function unreadAmounts({ header, columns }: FoundSheet, parcels: readonly FileRow[]): string[] {
  const used = new Set(Object.values(columns))
  return header.columns
    .filter(({ index, header: name }) => !used.has(index) && OF_MONEY.test(name))
    .filter(({ index }) => parcels.some(({ cells }) => parseAmount(cells[index] ?? '')?.minor))
    .map((column) => quote(column.header))
}
