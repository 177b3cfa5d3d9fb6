/* Which columns of a list have the order ids and the tracking numbers. What is not certain is asked. */
import { toReference } from '#desk/files/cell.ts'
import { looksLikeNumber, type NumberedOrder } from './numbered-order.ts'

/** Words of couriers' portals and files. */
const NUMBER_HEADING = /track|consignment|\bcn\b|_cn\b|air ?way|\bawb\b|way ?bill/i
const REFERENCE_HEADING = /\b(ref|order|shipper)/i

/** Above the headings stands at most a title of some lines. */
const MAX_TITLE_LINES = 6

export interface NumberTable {
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  width: number
  /** Whether a cell is the id of one of the orders. */
  isKnown: (cell: string) => boolean
}

/** The rows without a title and headings. */
export function toTable(
  rows: readonly (readonly string[])[],
  orders: readonly NumberedOrder[],
): NumberTable {
  const ids = new Set(orders.map(({ id }) => id))
  const isKnown = (cell: string) => ids.has(toReference(cell))
  const heading = headingRow(rows, isKnown)
  const width = Math.max(0, ...rows.map((row) => row.length))
  return { headings: rows[heading] ?? [], rows: rows.slice(heading + 1), width, isKnown }
}

/** It stands above every row with an id or a number. */
function headingRow(rows: readonly (readonly string[])[], isKnown: NumberTable['isKnown']): number {
  const isData = (cell: string) => isKnown(cell) || looksLikeNumber(cell)
  const firstData = rows.findIndex((row) => row.some(isData))
  const above = rows.slice(0, Math.min(MAX_TITLE_LINES, firstData < 0 ? rows.length : firstData))
  const named = above.findIndex((row) =>
    row.some((cell) => NUMBER_HEADING.test(cell) || REFERENCE_HEADING.test(cell)),
  )
  if (named >= 0) return named
  const [first = []] = above
  return first.some(Boolean) && !first.some((cell) => /\d/.test(cell)) ? 0 : -1
}

/** The column with the most ids of the orders; undefined where none has any. */
export function referenceColumn({ rows, width, isKnown, headings }: NumberTable) {
  // A column alone has the numbers, even where an id got among them.
  if (width < 2) return undefined
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => isKnown(row[column] ?? '')).length,
  )
  const most = Math.max(0, ...counts)
  if (most > 0) return counts.indexOf(most)
  const named = headings.findIndex(
    (heading) => REFERENCE_HEADING.test(heading) && !NUMBER_HEADING.test(heading),
  )
  return named >= 0 ? named : undefined
}

/** The columns that may hold the numbers: one where that is certain. */
export function numberColumns(table: NumberTable, reference: number | undefined): number[] {
  const others = Array.from({ length: table.width }, (_, column) => column).filter(
    (column) => column !== reference && cellsOf(table, column).length > 0,
  )
  if (others.length <= 1) return others
  const named = others.filter((column) => NUMBER_HEADING.test(table.headings[column] ?? ''))
  if (named.length > 0) return named
  const likely = others.filter((column) => cellsOf(table, column).every(looksLikeNumber))
  return likely.length > 0 ? likely : others
}

export interface ColumnChoice {
  column: number
  /** Its heading, or what it has first. */
  label: string
}

export function columnChoice(table: NumberTable, column: number): ColumnChoice {
  const heading = table.headings[column] ?? ''
  const [sample = ''] = cellsOf(table, column)
  return { column, label: [heading, sample].filter(Boolean).join(': ').slice(0, 60) }
}

function cellsOf({ rows }: NumberTable, column: number): string[] {
  return rows.flatMap((row) => row[column] || [])
}
