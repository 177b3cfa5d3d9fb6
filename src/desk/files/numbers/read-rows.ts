/* The cells of a pasted list, or of a courier's file. */
import { knownHeaders } from '#desk/files/aliases.ts'
import { parseCsv } from '#desk/files/csv.ts'
import { findHeader } from '#desk/files/read/find-header.ts'
import { readInWorker } from '#desk/files/read-in-worker.ts'
import type { Sheet } from '#desk/files/sheet.ts'
import { cleanText } from '#kit/text.ts'
import type { Receivers } from './numbered-order.ts'

export interface ListRows {
  rows: string[][]
  /** Rows and sheets that could not be read. */
  problems: string[]
}

export type ReadList = ({ ok: true } & ListRows) | { ok: false; problem: string }

/** Far above a file of 500 parcels. */
const MAX_FILE_MB = 5

/** Of a line without the delimiter of the others. */
const ANY_DELIMITER = /[\t;,]/

/** Excel writes an id and a number that were typed into one cell with a space between them. */
const ID_AND_NUMBER = /^(#?[0-9a-z]{8})\s+(?=.*\d)(\S.*)$/i

export async function readPasted(text: string, receivers: Receivers): Promise<ListRows> {
  return toList(await parseCsv(text, knownHeaders(receivers.mapping)), receivers)
}

/** Of a workbook the first sheet that names parcels, else its first one. */
export async function readNumbersFile(file: Blob, receivers: Receivers): Promise<ReadList> {
  const { format = '', mapping = {} } = receivers
  const read = await readInWorker(file, MAX_FILE_MB, knownHeaders(mapping))
  if (!read.ok) return read
  const naming = read.sheets.filter(({ rows }) => findHeader(rows, format, mapping)?.namesParcels)
  const [sheet, ...sheets] = new Set([...naming, ...read.sheets])
  if (!sheet) return { ok: true, rows: [], problems: [] }
  const { rows, problems } = toList(sheet, receivers)
  const others = sheets
    .filter((other) => other.rows.length > 0)
    .map(({ name }) => `The sheet “${name}” is not read, only “${sheet.name}”.`)
  return { ok: true, rows, problems: [...problems, ...others] }
}

/** A row of which a cell alone could not be read stays. */
function toList({ rows, unread }: Pick<Sheet, 'rows' | 'unread'>, { orders }: Receivers): ListRows {
  const ids = new Set(orders.map(({ id }) => id))
  const broken = new Set(unread.flatMap(({ row, column }) => (column === undefined ? row : [])))
  const cells = rows
    .filter((_, nth) => !broken.has(nth))
    .map((row) => splitAlone(row, ids).map(cleanText))
  const isWide = cells.some(({ length }) => length > 1)
  return {
    // An empty line of one column is a place without a number.
    rows: isWide ? cells.filter((row) => row.some(Boolean)) : cells,
    problems: unread.map(({ row, column, problem }) =>
      column === undefined ? `Row ${row + 1}: ${problem}` : problem,
    ),
  }
}

/** The ids of the orders tell an id and a number apart that have but a space between them. */
function splitAlone(row: string[], ids: ReadonlySet<string>): string[] {
  const [cell = ''] = row
  if (row.length > 1) return row
  if (ANY_DELIMITER.test(cell)) return cell.split(ANY_DELIMITER)
  const [, id = '', number = ''] = ID_AND_NUMBER.exec(cell.trim()) ?? []
  return ids.has(id.replace('#', '').toUpperCase()) ? [id, number] : row
}
