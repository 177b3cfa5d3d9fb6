/*
 * The cells of a CSV file, or of what was pasted from a spreadsheet. The separator is the one with which the file has
 * known headers and rows of one width. A row of another width than the header, and a quotation mark that does not
 * close, are named (docs/desk-rules.md, rules 22.20 and 22.26). Import it on demand.
 */
import Papa from 'papaparse'
import { cleanText } from '#kit/text.ts'
import { quote } from './cell.ts'
import { findHeader, headerKey, type KnownHeaders } from './header-row.ts'
import type { FileSheet } from './sheet.ts'

/** Each with its name for the admin. On a tie the first one wins: commas stand in texts and amounts too. */
const SEPARATORS: Record<string, string> = {
  '\t': 'tab',
  ';': 'semicolon',
  '|': 'bar',
  ',': 'comma',
}

/** Enough to have the titles and the header. */
const SAMPLE_LINES = 100

/** A quoted cell of more lines is taken for a quotation mark that does not close. */
const MAX_LINES_OF_ROW = 30

const LINE_END = /\r\n|\n|\r/

interface Row {
  cells: string[]
  problem?: string
}

interface Layout {
  separator: string
  header: string[] | undefined
  width: number
  /** How many of the rows have this width, from 0 to 1. */
  share: number
  /** As findHeader() counts them. */
  points: number
}

/** The cells of every row, of empty ones as well. */
export function parseCsv(text: string, headers: KnownHeaders): Pick<FileSheet, 'rows' | 'unread'> {
  const lines = withoutEnd(text).split(LINE_END)
  const layout = findLayout(lines, headers)
  const inner = layout.width < 2 ? quotedTwice(lines) : undefined
  // A name of a place alone may have a comma.
  const isTable = inner?.every((line) => Object.keys(SEPARATORS).some((one) => line.includes(one)))
  if (inner && (isTable || findLayout(inner, headers).points >= 2)) {
    return parseCsv(inner.join('\n'), headers)
  }
  return readLines(lines, layout)
}

/** Without the empty lines at its end. The last row may end with separators, which stay. */
function withoutEnd(text: string): string {
  const length = text.trimEnd().length
  const lineEnd = text.slice(length).search(LINE_END)
  return lineEnd < 0 ? text : text.slice(0, length + lineEnd)
}

/** The lines without their quotation marks, where each is one quoted cell. */
function quotedTwice(lines: readonly string[]): string[] | undefined {
  if (!lines.every((line) => /^".*"$/.test(line))) return undefined
  return lines.map((line) => line.slice(1, -1).replaceAll('""', '"'))
}

/** The rows of a text, and whether its quotation marks are in order. */
function parse(text: string, delimiter: string, quoteChar = '"') {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, quoteChar })
  return { rows: data, isWhole: errors.every(({ type }) => type !== 'Quotes') }
}

/** The cells of a line, with its quotation marks as letters of them. */
function parsePlain(line: string, separator: string): string[] {
  return parse(line, separator, '\0').rows[0] ?? ['']
}

function findLayout(lines: readonly string[], headers: KnownHeaders): Layout {
  const sample = lines.slice(0, SAMPLE_LINES)
  const [best] = Object.keys(SEPARATORS)
    .map((separator) => layoutOf(sample, separator, headers))
    .sort((one, other) => other.points - one.points || other.share - one.share)
  const single = { separator: ',', header: undefined, width: 1, share: 0, points: 0 }
  return best && best.width > 1 ? best : single
}

function layoutOf(sample: readonly string[], separator: string, headers: KnownHeaders): Layout {
  const whole = parse(sample.join('\n'), separator)
  const all = whole.isWhole ? whole.rows : sample.map((line) => parsePlain(line, separator))
  const rows = all.filter((row) => widthOf(row) > 0)
  const { row = 0, columns = [], points = 0 } = findHeader(rows, headers) ?? {}
  const header = points >= 2 ? rows[row] : undefined
  const next = rows[row + 1] ?? []
  const nextWidth = next.some((cell) => /\d/.test(cell)) ? 0 : widthOf(next)
  const width = header
    ? Math.max(...columns.map(({ index }) => index + 1), nextWidth)
    : commonWidth(rows)
  const fitting = rows.filter((cells) => fits(cells, width)).length
  return { separator, header, width, points, share: width > 1 ? fitting / rows.length : 0 }
}

function widthOf(row: readonly string[]): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1
}

function commonWidth(rows: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[width] = [1]] = [...counts].sort(([, one], [, other]) => other - one)
  return width
}

/** Whether a row has this width. Empty cells may follow. */
function fits(row: readonly string[], width: number): boolean {
  return row.length >= width && widthOf(row) <= width
}

function isSame(cells: readonly string[], header: readonly string[] | undefined): boolean {
  return header?.map(headerKey).join() === cells.map(headerKey).join()
}

function readLines(lines: readonly string[], layout: Layout): Pick<FileSheet, 'rows' | 'unread'> {
  const rows: (Row & { line: number })[] = []
  for (let at = 0; at < lines.length; ) {
    const { count, ...row } = readRowAt(lines, at, layout)
    rows.push({ ...row, line: at + 1 })
    at += count
  }
  const top = rows.findIndex(({ cells }) => isSame(cells, layout.header))
  const unread = rows.flatMap((cells, row) => {
    const problem = row > top && problemOf(cells, row === rows.length - 1, layout)
    const where = cells.line === row + 1 ? '' : `Line ${cells.line} of the file. `
    return problem ? { row, problem: where + problem } : []
  })
  return { rows: rows.map(({ cells }) => cells.map(cleanText)), unread }
}

/** A row of one line, or of several where a cell has them. */
function readRowAt(
  lines: readonly string[],
  at: number,
  { separator, width, header }: Layout,
): Row & { count: number } {
  const line = lines[at] ?? ''
  const alone = parse(line, separator)
  if (alone.isWhole) return { cells: alone.rows[0] ?? [''], count: 1 }
  for (let count = 2; count <= MAX_LINES_OF_ROW && at + count <= lines.length; count += 1) {
    const part = lines.slice(at, at + count)
    const { rows, isWhole } = parse(part.join('\n'), separator)
    const [cells = [], ...others] = rows
    if (!isWhole || others.length > 0) continue
    // A mark that does not close takes the rows below it along.
    const areRows = part.every((one) => fits(parsePlain(one, separator), width))
    if (!areRows && (fits(cells, width) || isSame(cells, header))) return { cells, count }
    break
  }
  const cells = parsePlain(line, separator)
  if (fits(cells, width)) return { cells, count: 1 }
  const opened = cells.find((cell) => cell.trim().startsWith('"')) ?? line
  const problem = `A quotation mark in ${quote(opened.trim())} opens and does not close. Correct it in the file and try again.`
  return { cells, count: 1, problem }
}

function problemOf(
  { cells, problem }: Row,
  isLast: boolean,
  { header, width, separator }: Layout,
): string | undefined {
  if (problem || !header || fits(cells, width) || widthOf(cells) === 0) return problem
  const counted = `It has ${cells.length} cells, and the header has ${width}`
  if (isLast && cells.length < width) {
    return `The file ends in the middle of it. ${counted}. Download it again and try again.`
  }
  return `${counted}: a ${SEPARATORS[separator]} or a line end may stand inside a cell. Correct it in the file and try again.`
}
