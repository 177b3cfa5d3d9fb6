/* The visible sheets of a workbook (Office Open XML). Loads what reads them on demand. */
import { cleanText } from '#kit/text.ts'
import type { FileSheet, MergedCells, UnreadCell } from './sheet.ts'

/** A small file may hold far more than what it is compressed to. */
const MAX_UNPACKED_BYTES = 50_000_000
const MAX_ROWS = 20_000
const MAX_COLUMNS = 200

/** A workbook with more than is read. Its message is for the admin. */
export class TooLargeError extends Error {}

/** Throws where the file is broken, is another kind of archive, or is too large (TooLargeError). */
export async function readWorkbook(bytes: Uint8Array): Promise<FileSheet[]> {
  const [{ unzipSync, zipSync, strFromU8, strToU8 }, { readSheet }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ])
  let unpackedBytes = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false
      unpackedBytes += originalSize
      if (unpackedBytes > MAX_UNPACKED_BYTES) {
        throw new TooLargeError('It holds more than 50 MB.')
      }
      return true
    },
  })
  const textOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const places = visibleSheets(textOf('xl/workbook.xml'), textOf('xl/_rels/workbook.xml.rels'))
  const sheets = places.map(({ path, ...place }) => {
    const xml = withoutEmptyCells(textOf(path))
    checkSize(xml, place.name)
    parts[path] = strToU8(xml)
    return { ...place, merged: mergedCells(xml), unread: unreadCells(xml) }
  })
  if (sheets.length === 0) throw new Error('The workbook has no visible sheet')
  // A large file that is compressed would be read in a worker from a blob URL, which the content policy refuses.
  const plain = new Uint8Array(zipSync(parts, { level: 0 }))
  return Promise.all(
    sheets.map(async ({ place, ...sheet }) => {
      const cells = await readSheet(plain.buffer.slice(0), place)
      return { ...sheet, rows: cells.map((row) => row.map(toText)) }
    }),
  )
}

/** The visible sheets. Places count from 1. The library that reads cells tells neither what is hidden nor what is merged. */
function visibleSheets(workbook: string, relationships: string) {
  return elements(workbook, 'sheet').flatMap((sheet, nth) => {
    if (/hidden/i.test(attribute(sheet, 'state'))) return []
    const id = attribute(sheet, '[\\w]+:id')
    const target = elements(relationships, 'Relationship').find(
      (relationship) => attribute(relationship, 'Id') === id,
    )
    const path = attribute(target ?? '', 'Target')
    return {
      name: cleanText(attribute(sheet, 'name')),
      place: nth + 1,
      path: path.startsWith('/') ? path.slice(1) : `xl/${path}`,
    }
  })
}

/** Removes cells and rows that have only a format: a sheet may have them down to its last possible row. */
function withoutEmptyCells(sheet: string): string {
  return sheet
    .replace(/<(\w+:)?c(\s[^<>]*)?(\/>|><\/\1c>)/g, '')
    .replace(/<(\w+:)?row(\s[^<>]*)?(\/>|>\s*<\/\1row>)/g, '')
}

function checkSize(sheet: string, name: string): void {
  let rows = 0
  for (const [, , column = '', row = ''] of sheet.matchAll(CELL_PLACE)) {
    if (Number(row) > MAX_ROWS || columnIndex(column) >= MAX_COLUMNS) {
      throw new TooLargeError(
        `The sheet “${name}” has a cell in ${column}${row}: ${MAX_ROWS} rows and ${MAX_COLUMNS} columns are read.`,
      )
    }
  }
  for (const _ of sheet.matchAll(/<(\w+:)?row[\s>]/g)) rows += 1
  if (rows > MAX_ROWS) {
    throw new TooLargeError(`The sheet “${name}” has more than ${MAX_ROWS} rows.`)
  }
}

const CELL_PLACE = /<(\w+:)?c\s[^<>]*?\br="([A-Z]+)(\d+)"/g

/** Cells with an error, and formulas whose result was not saved: both would be read as empty. */
function unreadCells(sheet: string): UnreadCell[] {
  const cells = sheet.matchAll(
    /<(?:\w+:)?c(\s[^<>]*?\br="([A-Z]+)(\d+)"[^<>]*)>(.*?)<\/(?:\w+:)?c>/gs,
  )
  return [...cells].flatMap(([, attributes = '', column = '', row = '', content = '']) => {
    const isError = /\st="e"/.test(attributes)
    const hasValue = /<(\w+:)?(v|t)(\s[^<>]*)?>[^<]/.test(content)
    const isFormula = !hasValue && /<(\w+:)?f[\s>/]/.test(content) && !/\st="str"/.test(attributes)
    if (!isError && !isFormula) return []
    const place = `The cell ${column}${row}`
    const problem = isError
      ? `${place} has an error of the spreadsheet. Correct it in the file and try again.`
      : `${place} has a formula without its result. Open the file in a spreadsheet, save it, and try again.`
    return { row: Number(row) - 1, column: columnIndex(column), problem }
  })
}

function mergedCells(sheet: string): MergedCells[] {
  return elements(sheet, 'mergeCell').flatMap((element) => {
    const range = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(element, 'ref'))
    if (!range) return []
    const [, left = '', top = '', right = '', bottom = ''] = range
    return {
      top: Number(top) - 1,
      left: columnIndex(left),
      bottom: Number(bottom) - 1,
      right: columnIndex(right),
    }
  })
}

/** The opening tags of a name, with any prefix. */
function elements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

/** `A` → 0, `AA` → 26. */
function columnIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return numberText(cell)
  return cell instanceof Date ? dateText(cell) : cleanText(String(cell))
}

/** Excel rounds a number of more than 15 digits: `numberProblem()` recognizes this form. */
function numberText(number: number): string {
  if (Math.abs(number) >= 1e15) return number.toExponential()
  // 0.1 + 0.2 is 0.30000000000000004 in the file, and 0.3 on screen.
  return String(Number(number.toPrecision(15)))
}

/** `2026-11-05`, with its time where it has one. Sheets know no zones. */
function dateText(date: Date): string {
  const seconds = Math.round(date.getTime() / 1000)
  if (!Number.isFinite(seconds)) return ''
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}
