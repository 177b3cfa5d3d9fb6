/* Reads an XLSX or CSV file. What cannot be read is refused by a sentence that says what to do. */
import { parseCsv } from './csv.ts'
import type { KnownHeaders } from './header-row.ts'
import type { Sheet } from './sheet.ts'
import { decodeText } from './text-encoding.ts'
import { readWorkbook, TooLargeError } from './workbook.ts'

export type ReadSpreadsheet = { ok: true; sheets: Sheet[] } | { ok: false; problem: string }

const SAVE_AS = 'Open it in Excel, save it as "Excel Workbook" or "CSV UTF-8", and try again.'
const DOWNLOAD_AGAIN = 'Download it again and try again.'
const FROM_PORTAL =
  'Choose CSV or Excel where the courier’s page offers the download or export, and import that file.'

/** The headers that a text file may have tell its separator. */
export async function readSpreadsheet(
  file: Blob,
  maxMegabytes: number,
  headers: KnownHeaders,
): Promise<ReadSpreadsheet> {
  if (file.size > maxMegabytes * 1_000_000) {
    return refuse(
      `This file is too large: at most ${maxMegabytes} MB are read. Save its first sheet alone and try again.`,
    )
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = otherKind(bytes)
  if (kind) return refuse(kind)
  if (startsWith(bytes, 0, 'PK')) return readArchive(bytes)
  const text = decodeText(bytes)
  const problem = textProblem(text)
  if (problem) return refuse(problem)
  return { ok: true, sheets: [{ name: '', merged: [], ...parseCsv(text, headers) }] }
}

async function readArchive(bytes: Uint8Array): Promise<ReadSpreadsheet> {
  if (!hasEnd(bytes)) return refuse(`This file is not complete. ${DOWNLOAD_AGAIN}`)
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

/** An archive ends with its list of files: PK\5\6, and a comment of up to 64 kB. */
function hasEnd(bytes: Uint8Array): boolean {
  return contains(bytes.subarray(-66_000), 'PK\x05\x06')
}

/** The sentence about a file of another kind, whatever its name says. */
function otherKind(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0, '\xd0\xcf\x11\xe0')) return oldFormatProblem(bytes)
  if (startsWith(bytes, 0, '%PDF')) return `This file is a PDF, which is not read. ${FROM_PORTAL}`
  if (startsWith(bytes, 30, 'mimetypeapplication/vnd.oasis.opendocument')) {
    return `This file is an OpenDocument file (ODS). Open it, save it as "Excel Workbook" (.xlsx) or "Text CSV", and try again.`
  }
  const isPicture =
    ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM6'].some((start) => startsWith(bytes, 0, start)) ||
    (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) ||
    /^ftyp(hei|mif|avif)/.test(textAt(bytes, 4, 8))
  return isPicture ? `This file is a picture, which is not read. ${FROM_PORTAL}` : undefined
}

/** Excel puts a workbook with a password into the container of its old format. */
function oldFormatProblem(bytes: Uint8Array): string {
  return contains(bytes, [...'EncryptedPackage'].map((letter) => `${letter}\0`).join(''))
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

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

function startsWith(bytes: Uint8Array, at: number, start: string): boolean {
  return textAt(bytes, at, start.length) === start
}

function contains(bytes: Uint8Array, part: string): boolean {
  const first = part.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, part)) return true
  }
  return false
}

function refuse(problem: string): ReadSpreadsheet {
  return { ok: false, problem }
}
