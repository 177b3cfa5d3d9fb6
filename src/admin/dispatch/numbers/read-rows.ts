/* The cells of a pasted list, or of a courier's file. */
import { parseCsv } from '#admin/spreadsheets/csv.ts'
import { type ReadSpreadsheet, readSpreadsheet } from '#admin/spreadsheets/read-spreadsheet.ts'
import { cleanText } from '#kit/text.ts'

type Rows = string[][]

/** Far above a file of 500 parcels. */
const MAX_FILE_MB = 5

/** Of a line without the delimiter of the others. */
const ANY_DELIMITER = /[\t;,]/

/** Excel writes an id and a number that were typed into one cell with a space between them. */
const ID_AND_NUMBER = /^(#?[0-9a-z]{8})\s+(?=.*\d)(\S.*)$/i

/** `ids` are those of the orders, in capitals: they tell an id and a number apart that have but a space between them. */
export async function readPasted(text: string, ids: ReadonlySet<string>): Promise<Rows> {
  return splitRows(await parseCsv(text), ids)
}

function splitRows(lines: Rows, ids: ReadonlySet<string>): Rows {
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

/** The first visible sheet of an XLSX file, or a CSV file. */
export async function readNumbersFile(
  file: Blob,
  ids: ReadonlySet<string>,
): Promise<ReadSpreadsheet> {
  const read = await readSpreadsheet(file, MAX_FILE_MB)
  return read.ok && read.isText ? { ...read, rows: splitRows(read.rows, ids) } : read
}
