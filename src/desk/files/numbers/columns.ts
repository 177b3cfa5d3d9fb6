/*
 * Which columns of a list have the order ids and the tracking numbers: by the headers of couriers' files, else by what
 * stands in them. What is not certain is asked.
 */
import { looksLikeNumber, toReference } from '#desk/files/cell.ts'
import type { ColumnField } from '#desk/files/fields.ts'
import { findHeader, headerAt } from '#desk/files/header-row.ts'
import { columnsOf, knownHeaders } from '#desk/files/headers.ts'
import type { Receivers } from './numbered-order.ts'

type Rows = readonly (readonly string[])[]

export interface ColumnChoice {
  column: number
  /** Its header, or what it has first. */
  label: string
}

export interface NumberTable {
  /** Below the header. */
  rows: Rows
  /** The column of order ids. */
  reference: number | undefined
  /** The one column of the cash to collect. */
  toCollect: number | undefined
  /** Those that may hold the numbers: one where that is certain. */
  columns: ColumnChoice[]
}

export function toTable(rows: Rows, { orders, format, mapping }: Receivers): NumberTable {
  const ids = new Set(orders.map(({ id }) => id))
  const isKnown = (cell: string) => ids.has(toReference(cell))
  const header = headerAbove(rows, (cell) => isKnown(cell) || looksLikeNumber(cell), mapping)
  const below = rows.slice(header ? header.row + 1 : 0)
  const cellsOf = (column: number) => below.flatMap((row) => row[column] || [])
  const named = (field: ColumnField) =>
    columnsOf(field, header?.columns ?? [], { format, mapping }).map(({ index }) => index)
  const all = [...Array(Math.max(0, ...rows.map(({ length }) => length))).keys()]

  const known = all.map((column) => cellsOf(column).filter(isKnown).length)
  const most = Math.max(...known)
  const references = most > 0 ? [known.indexOf(most)] : named('reference')
  // A column alone has the numbers, even where an id got among them.
  const reference = all.length > 1 ? references[0] : undefined
  const others = all.filter((column) => column !== reference && cellsOf(column).length > 0)
  const numbers = [
    others.filter((column) => named('trackingNumber').includes(column)),
    others.filter((column) => cellsOf(column).every(looksLikeNumber)),
  ].find(({ length }) => length > 0)
  const columns = (numbers ?? others).map((column) => {
    const name = header?.columns.find(({ index }) => index === column)?.header
    const [sample] = cellsOf(column)
    return { column, label: [name, sample].filter(Boolean).join(': ').slice(0, 60) }
  })
  const cash = named('toCollect')
  return { rows: below, reference, toCollect: cash.length === 1 ? cash[0] : undefined, columns }
}

/** The header, which stands above every row with an id or a number. */
function headerAbove(rows: Rows, isData: (cell: string) => boolean, mapping: Receivers['mapping']) {
  const first = rows.findIndex((row) => row.some(isData))
  const above = first < 0 ? rows : rows.slice(0, first)
  const known = knownHeaders(mapping)
  const [top = []] = above
  const isText = top.some(Boolean) && !top.some((cell) => /\d/.test(cell))
  return findHeader(above, known) ?? (isText ? headerAt(above, 0, 1, known) : undefined)
}
