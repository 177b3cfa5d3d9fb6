/* The cells of a pasted list, or of a courier's file. */
import { toReference } from '#desk/files/cell.ts'
import { findHeader, namesParcels } from '#desk/files/header-row.ts'
import { knownHeaders } from '#desk/files/headers.ts'
import { readInWorker } from '#desk/files/read-in-worker.ts'
import type { FileSheet } from '#desk/files/sheet.ts'
import { cleanText } from '#kit/text.ts'
import type { NumberList } from './match-numbers.ts'
import type { Receivers } from './numbered-order.ts'

/** In a line that has another delimiter than the rest. */
const ANY_DELIMITER = /[\t;,]/

/** Reads the first sheet that names parcels, else the first one. Returns a sentence where nothing can be read. */
export async function readRows(
  source: string | Blob,
  receivers: Receivers,
): Promise<NumberList | string> {
  const headers = knownHeaders(receivers.mapping)
  if (typeof source === 'string') {
    const { parseCsv } = await import('#desk/files/read-csv.ts')
    return toList(parseCsv(source, headers), [], receivers)
  }
  const read = await readInWorker(source, headers)
  if (!read.ok) return read.problem
  const isNaming = ({ rows }: FileSheet) => {
    const header = findHeader(rows, headers)
    return header !== undefined && namesParcels(header)
  }
  const [first] = read.sheets
  const sheet = read.sheets.find(isNaming) ?? first ?? { name: '', rows: [], unread: [] }
  const others = read.sheets.filter((other) => other !== sheet && other.rows.length > 0)
  const skipped = others.map(({ name }) => `The sheet “${name}” is not read, only “${sheet.name}”.`)
  return toList(sheet, skipped, receivers)
}

/** Leaves out rows that could not be read. A row of which one cell could not be read stays. */
function toList(
  { rows, unread }: Pick<FileSheet, 'rows' | 'unread'>,
  skipped: readonly string[],
  receivers: Receivers,
): NumberList {
  const ids = new Set(receivers.orders.map(({ id }) => id))
  const broken = new Set(unread.flatMap(({ row, column }) => (column === undefined ? row : [])))
  const cells = rows
    .filter((_, nth) => !broken.has(nth))
    .map((row) => splitAlone(row, ids).map(cleanText))
  const isWide = cells.some(({ length }) => length > 1)
  const problems = unread.map(({ row, column, problem }) =>
    column === undefined ? `Row ${row + 1}: ${problem}` : problem,
  )
  return {
    ...receivers,
    // An empty line of one column is a place without a number.
    rows: isWide ? cells.filter((row) => row.some(Boolean)) : cells,
    problems: [...problems, ...skipped],
  }
}

/**
 * Splits a row of one cell: at a delimiter, or at the id of one of the orders among other words, as Excel writes what was
 * typed into one cell. Words without a digit are no number, and the order is named as one that has none.
 */
function splitAlone(row: string[], ids: ReadonlySet<string>): string[] {
  const [cell = ''] = row
  if (row.length > 1) return row
  if (ANY_DELIMITER.test(cell)) return cell.split(ANY_DELIMITER)
  const words = cell.trim().split(/\s+/)
  const at = words.findIndex((word) => ids.has(toReference(word)))
  if (at < 0 || words.length === 1) return row
  const parts = [words.slice(at + 1), words.slice(0, at)].map((part) => part.join(' '))
  return [words[at] ?? '', parts.find((part) => /\p{Nd}/u.test(part)) ?? '']
}
