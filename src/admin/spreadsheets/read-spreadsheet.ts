/* Reads an XLSX or CSV file. What cannot be read is refused by a sentence that says what to do. */
import { parseCsv } from './csv.ts'
import { readWorkbook, type Sheet } from './workbook.ts'

export type ReadSpreadsheet =
  | ({ ok: true; isText: boolean } & Sheet)
  | { ok: false; problem: string }

const SAVE_AS = 'Open it in Excel, save it as "Excel Workbook" or "CSV UTF-8", and try again.'
const DOWNLOAD_AGAIN = 'Download it again and try again.'

export async function readSpreadsheet(file: Blob, maxMegabytes: number): Promise<ReadSpreadsheet> {
  if (file.size > maxMegabytes * 1_000_000) {
    return refuse(
      `This file is too large: at most ${maxMegabytes} MB are read. Save its first sheet alone and try again.`,
    )
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0x50, 0x4b)) return readArchive(bytes)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return refuse(oldFormatProblem(bytes))
  const text = decode(bytes)
  const problem = textProblem(text)
  if (problem) return refuse(problem)
  return { ok: true, isText: true, rows: await parseCsv(text), merged: [] }
}

async function readArchive(bytes: Uint8Array): Promise<ReadSpreadsheet> {
  if (!hasEnd(bytes)) return refuse(`This file is not complete. ${DOWNLOAD_AGAIN}`)
  try {
    return { ok: true, isText: false, ...(await readWorkbook(bytes)) }
  } catch (error) {
    console.error('Error reading a file', error)
    return refuse(`This file cannot be read. ${SAVE_AS}`)
  }
}

/** An archive ends with its list of files: PK\5\6, and a comment of up to 64 kB. */
function hasEnd(bytes: Uint8Array): boolean {
  return contains(bytes.subarray(-66_000), [0x50, 0x4b, 0x05, 0x06])
}

/** Excel puts a workbook with a password into the container of its old format. */
function oldFormatProblem(bytes: Uint8Array): string {
  const streamName = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  return contains(bytes, streamName)
    ? 'This file has a password. Save it without one and try again.'
    : 'This file has the old format of Excel (.xls). Open it in Excel, save it as "Excel Workbook" (.xlsx), and try again.'
}

/** "Unicode Text" of Excel is UTF-16. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder(startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : 'utf-8').decode(bytes)
}

function textProblem(text: string): string | undefined {
  if (text.trim() === '') return `This file is empty. ${DOWNLOAD_AGAIN}`
  if (/^\s*<(!doctype|html|head|body|table|style|meta|\?xml)/i.test(text)) {
    return `This file is a web page, whatever its name says. ${SAVE_AS}`
  }
  return text.includes('\0') ? 'This is neither a CSV nor an XLSX file.' : undefined
}

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, nth) => bytes[nth] === byte)
}

function contains(bytes: Uint8Array, part: number[]): boolean {
  for (let at = bytes.indexOf(part[0] ?? 0); at >= 0; at = bytes.indexOf(part[0] ?? 0, at + 1)) {
    if (part.every((byte, nth) => bytes[at + nth] === byte)) return true
  }
  return false
}

function refuse(problem: string): ReadSpreadsheet {
  return { ok: false, problem }
}
