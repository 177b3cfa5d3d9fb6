/* Reads an XLSX or CSV file. What cannot be read is refused by a sentence that says what to do. */

import type { KnownHeaders } from './header-row.ts'
import { parseCsv } from './read-csv.ts'
import type { FileSheet } from './sheet.ts'
import { decodeText } from './text-encoding.ts'
import { readWorkbook, TooLargeError } from './workbook.ts'

export type ReadSpreadsheet = { ok: true; sheets: FileSheet[] } | { ok: false; problem: string }

const SAVE_AS = 'Open it in Excel, save it as "Excel Workbook" or "CSV UTF-8", and try again.'
const DOWNLOAD_AGAIN = 'Download it again and try again.'
const FROM_PORTAL =
  'Choose CSV or Excel where the courier’s page offers the download or export, and import that file.'

const MAX_FILE_MB = 20

/** `headers` are those that a text file may have: they tell its separator. */
export async function readSpreadsheet(file: Blob, headers: KnownHeaders): Promise<ReadSpreadsheet> {
  if (file.size > MAX_FILE_MB * 1_000_000) {
    return refuse(
      `This file is too large: at most ${MAX_FILE_MB} MB are read. Save its first sheet alone and try again.`,
    )
  }
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (!buffer) {
    return refuse(
      'This file could not be read: it may have been changed or moved since it was chosen. Choose it again.',
    )
  }
  const bytes = new Uint8Array(buffer)
  const start = lettersOf(bytes.subarray(0, 100))
  const [, problemOfKind] = OTHER_KINDS.find(([kind]) => kind.test(start)) ?? []
  if (problemOfKind) return refuse(problemOfKind(bytes))
  if (start.startsWith('PK')) return readArchive(bytes)
  const text = decodeText(bytes)
  const problem = textProblem(text)
  if (problem) return refuse(problem)
  return { ok: true, sheets: [{ name: '', merged: [], ...parseCsv(text, headers) }] }
}

async function readArchive(bytes: Uint8Array): Promise<ReadSpreadsheet> {
  // It ends with its list of files: PK\5\6, and a comment of up to 64 kB.
  if (!lettersOf(bytes.subarray(-66_000)).includes('PK\x05\x06')) {
    return refuse(`This file is not complete. ${DOWNLOAD_AGAIN}`)
  }
  try {
    return { ok: true, sheets: await readWorkbook(bytes) }
  } catch (error) {
    if (error instanceof TooLargeError) {
      return refuse(
        `This file is too large: ${error.message} Copy the rows of the parcels into a new file and import that.`,
      )
    }
    console.error('Error reading a file', error)
    return refuse(`This file cannot be read. ${SAVE_AS}`)
  }
}

/** Files of another kind, whatever their names say, by what they begin with. */
const OTHER_KINDS: [start: RegExp, problem: (bytes: Uint8Array) => string][] = [
  [/^\xd0\xcf.\xe0/s, oldFormatProblem],
  [/^%PDF/, () => `This file is a PDF, which is not read. ${FROM_PORTAL}`],
  [
    /^.{30}mimetypeapplication\/vnd\.oasis\.opendocument/s,
    () =>
      'This file is an OpenDocument file (ODS). Open it, save it as "Excel Workbook" (.xlsx) or "Text CSV", and try again.',
  ],
  [
    /^(.PNG|\xff\xd8\xff|GIF8|BM6|RIFF.{4}WEBP|.{4}ftyp(hei|mif|avif))/s,
    () => `This file is a picture, which is not read. ${FROM_PORTAL}`,
  ],
]

/** Excel puts a workbook with a password into the container of its old format. */
function oldFormatProblem(bytes: Uint8Array): string {
  return lettersOf(bytes).includes([...'EncryptedPackage'].join('\0'))
    ? 'This file has a password. Save it without one and try again.'
    : 'This file has the old format of Excel (.xls). Open it in Excel, save it as "Excel Workbook" (.xlsx), and try again.'
}

function textProblem(text: string): string | undefined {
  if (text.trim() === '') return `This file is empty. ${DOWNLOAD_AGAIN}`
  if (/^\s*<(!doctype|html|head|body|table|style|meta|\?xml)/i.test(text)) {
    return `This file is a web page, whatever its name says. ${SAVE_AS}`
  }
  return text.includes('\0') ? `This is neither a CSV nor an XLSX file. ${FROM_PORTAL}` : undefined
}

/** One character for each byte, of the same code except from 80 to 9F. */
function lettersOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

function refuse(problem: string): ReadSpreadsheet {
  return { ok: false, problem }
}
