/* The cells of a pasted list, or of a courier's file. Loads what reads them on demand. */
import { cleanText } from '#kit/text.ts'

export type Rows = string[][]

export type ReadFile = { ok: true; rows: Rows } | { ok: false; problem: string }

/** Far above a file of 500 parcels. */
const MAX_FILE_BYTES = 5_000_000

/** Of a line without the delimiter of the others. */
const ANY_DELIMITER = /[\t;,]/

/** Excel writes an id and a number that were typed into one cell with a space between them. */
const ID_AND_NUMBER = /^(#?[0-9a-z]{8})\s+(?=.*\d)(\S.*)$/i

/** `ids` are those of the orders, in capitals: they tell an id and a number apart that have but a space between them. */
export async function readPasted(text: string, ids: ReadonlySet<string>): Promise<Rows> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/\s+$/, ''), { delimiter: delimiterOf(text) })
  const rows = data.map((row) => splitAlone(row, ids).map(cleanText))
  const isWide = rows.some(({ length }) => length > 1)
  // An empty line of one column is a place without a number.
  return isWide ? rows.filter((row) => row.some(Boolean)) : rows
}

/** Whether a text has several cells. A single number is pasted by the browser itself. */
export function hasSeveralCells(text: string, ids: ReadonlySet<string>): boolean {
  const lines = text.trim().split('\n')
  return lines.length > 1 || splitAlone(lines, ids).length > 1
}

function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const linesWith = (mark: string) => text.split('\n').filter((line) => line.includes(mark)).length
  return linesWith(';') > linesWith(',') ? ';' : ','
}

function splitAlone(row: string[], ids: ReadonlySet<string>): string[] {
  const [cell = ''] = row
  if (row.length > 1) return row
  if (ANY_DELIMITER.test(cell)) return cell.split(ANY_DELIMITER)
  const [, id = '', number = ''] = ID_AND_NUMBER.exec(cell.trim()) ?? []
  return ids.has(id.replace('#', '').toUpperCase()) ? [id, number] : row
}

/** The first sheet of an XLSX file, or a CSV file. */
export async function readNumbersFile(file: Blob, ids: ReadonlySet<string>): Promise<ReadFile> {
  if (file.size > MAX_FILE_BYTES) return refuse('This file is too large: at most 5 MB are read.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isZip) return readXlsx(bytes)
  const text = new TextDecoder().decode(bytes)
  if (text.includes('\0')) return refuse('This is neither a CSV nor an XLSX file.')
  return { ok: true, rows: await readPasted(text, ids) }
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
  const [{ unzipSync, zipSync }, { readSheet }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ])
  try {
    // A large file that is compressed would be read in a worker from a blob URL, which the content policy refuses.
    const plain = new Uint8Array(zipSync(unzipSync(bytes), { level: 0 }))
    const cells = await readSheet(plain.buffer)
    return { ok: true, rows: cells.map((row) => row.map(toText)) }
  } catch (error) {
    console.error('Error reading a file', error)
    return refuse('This file cannot be read. In Excel, save it as "Excel Workbook" or "CSV UTF-8".')
  }
}

/** Excel rounds a number of more than 15 digits: in this form `wrongNumber` refuses it. */
function toText(cell: unknown): string {
  if (typeof cell === 'number' && cell >= 1e15) return cell.toExponential()
  return cell === null || cell === undefined || cell instanceof Date ? '' : cleanText(String(cell))
}

function refuse(problem: string): ReadFile {
  return { ok: false, problem }
}
