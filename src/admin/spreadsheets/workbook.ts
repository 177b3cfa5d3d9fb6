/* The first visible sheet of a workbook (Office Open XML). Loads what reads it on demand. */
import { cleanText } from '#kit/text.ts'

/** A range of merged cells. Rows and columns count from 0; the last ones belong to it. */
export interface MergedCells {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Sheet {
  rows: string[][]
  merged: MergedCells[]
}

/** A small file may hold far more than what it is compressed to. */
const MAX_UNPACKED_BYTES = 300_000_000

/** Throws where the file is broken, or is another kind of archive. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const [{ unzipSync, zipSync, strFromU8 }, { readSheet }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ])
  let unpackedBytes = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false
      unpackedBytes += originalSize
      if (unpackedBytes > MAX_UNPACKED_BYTES) throw new RangeError('The workbook is too large')
      return true
    },
  })
  const textOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const { place, path } = firstVisibleSheet(
    textOf('xl/workbook.xml'),
    textOf('xl/_rels/workbook.xml.rels'),
  )
  // A large file that is compressed would be read in a worker from a blob URL, which the content policy refuses.
  const plain = new Uint8Array(zipSync(parts, { level: 0 }))
  const cells = await readSheet(plain.buffer, place)
  return { rows: cells.map((row) => row.map(toText)), merged: mergedCells(textOf(path)) }
}

/** Its place counts from 1. The library that reads the cells tells neither what is hidden nor what is merged. */
function firstVisibleSheet(workbook: string, relationships: string) {
  const sheets = elements(workbook, 'sheet')
  const visible = sheets.findIndex((sheet) => !/hidden/i.test(attribute(sheet, 'state')))
  const id = attribute(sheets[visible] ?? '', '[\\w]+:id')
  const target = elements(relationships, 'Relationship').find(
    (relationship) => attribute(relationship, 'Id') === id,
  )
  const path = attribute(target ?? '', 'Target')
  return { place: visible + 1, path: path.startsWith('/') ? path.slice(1) : `xl/${path}` }
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

/** Excel rounds a number of more than 15 digits: `wasShortened` recognizes this form. */
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
