/* The cells of a pasted list, or of a courier's file. */
import { knownHeaders } from '#desk/files/aliases.ts'
import { parseCsv } from '#desk/files/csv.ts'
import { readInWorker } from '#desk/files/read-in-worker.ts'
import { headerPoints, type Sheet } from '#desk/files/sheet.ts'
import { cleanText } from '#kit/text.ts'

export interface ListRows {
  rows: string[][]
  /** Rows and sheets that could not be read. */
  problems: string[]
}

export type ReadList = ({ ok: true } & ListRows) | { ok: false; problem: string }

/** Far above a file of 500 parcels. */
const MAX_FILE_MB = 5

const HEADERS = knownHeaders({})

/** Of a line without the delimiter of the others. */
const ANY_DELIMITER = /[\t;,]/

/** Excel writes an id and a number that were typed into one cell with a space between them. */
const ID_AND_NUMBER = /^(#?[0-9a-z]{8})\s+(?=.*\d)(\S.*)$/i

/** `ids` are those of the orders, in capitals: they tell an id and a number apart that have but a space between them. */
export async function readPasted(text: string, ids: ReadonlySet<string>): Promise<ListRows> {
  return toList(await parseCsv(text, HEADERS), ids)
}

function toList({ rows, unread }: Pick<Sheet, 'rows' | 'unread'>, ids: ReadonlySet<string>) {
  const broken = new Set(unread.map(({ row }) => row))
  return {
    rows: splitRows(
      rows.filter((_, nth) => !broken.has(nth)),
      ids,
    ),
    problems: unread.map(({ row, problem }) => `Row ${row + 1}: ${problem}`),
  }
}

function splitRows(lines: string[][], ids: ReadonlySet<string>): string[][] {
  const rows = lines.map((row) => splitAlone(row, ids).map(cleanText))
  const isWide = rows.some(({ length }) => length > 1)
  // An empty line of one column is a place without a number.
  return isWide ? rows.filter((row) => row.some(Boolean)) : rows
}

/** Whether a text has several cells. A single number is pasted by the browser itself. */
export function hasSeveralCells(text: string, ids: ReadonlySet<string>): boolean {
  const lines = text.trim().split('\n')
  return lines.length > 1 || splitAlone(lines, ids).length > 1
}

function splitAlone(row: string[], ids: ReadonlySet<string>): string[] {
  const [cell = ''] = row
  if (row.length > 1) return row
  if (ANY_DELIMITER.test(cell)) return cell.split(ANY_DELIMITER)
  const [, id = '', number = ''] = ID_AND_NUMBER.exec(cell.trim()) ?? []
  return ids.has(id.replace('#', '').toUpperCase()) ? [id, number] : row
}

/** The sheet of an XLSX file that has the most headers of lists, or a CSV file. */
export async function readNumbersFile(file: Blob, ids: ReadonlySet<string>): Promise<ReadList> {
  const read = await readInWorker(file, MAX_FILE_MB, HEADERS)
  if (!read.ok) return read
  const sheet = mostHeaders(read.sheets)
  if (read.isText) return { ok: true, ...toList(sheet, ids) }
  const others = read.sheets.filter((other) => other !== sheet && other.rows.length > 0)
  return {
    ok: true,
    rows: sheet.rows,
    problems: [
      ...sheet.unread.map(({ problem }) => problem),
      ...others.map(({ name }) => `The sheet “${name}” is not read, only “${sheet.name}”.`),
    ],
  }
}

function mostHeaders(sheets: readonly Sheet[]): Sheet {
  const headersOf = ({ rows }: Sheet) =>
    Math.max(0, ...rows.slice(0, 30).map((row) => headerPoints(row, HEADERS) + 1))
  return sheets.reduce((best, sheet) => (headersOf(sheet) > headersOf(best) ? sheet : best))
}
