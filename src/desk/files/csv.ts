/*
 * The cells of a CSV file, or of what was pasted from a spreadsheet. The separator is the one with which the file has
 * known headers and rows of one width. A row of another width than the header, and a quotation mark that does not
 * close, are named (docs/product.md, rules 22.20 and 22.26). Loads what reads cells on demand.
 */
import { cleanText } from '#kit/text.ts'
import { quote } from './cell.ts'
import { headerKey, headerPoints, type KnownHeaders, type UnreadCell } from './sheet.ts'

export interface CsvRows {
  /** The cells of every row, of empty ones as well. */
  rows: string[][]
  unread: UnreadCell[]
}

/** On a tie the first one: a comma stands in texts and amounts. */
const SEPARATORS = ['\t', ';', '|', ',']

/** Header and titles stand among them. */
const SAMPLE_LINES = 100

/** A quoted cell has fewer lines. */
const MAX_LINES_OF_ROW = 30

const LINE_END = /\r\n|\n|\r/

const NO_QUOTES = '\0'

interface Row {
  cells: string[]
  /** Its first line in the file, from 1. */
  line: number
  problem?: string
}

/** The rows of a text with one separator, and whether its quotation marks are in order. */
type ParseText = (
  text: string,
  separator: string,
  quotes?: string,
) => {
  rows: string[][]
  isWhole: boolean
}

interface Layout {
  separator: string
  header: string[] | undefined
  width: number
  /** Of the rows that have this width. */
  share: number
  known: number
}

export async function parseCsv(text: string, headers: KnownHeaders = new Map()): Promise<CsvRows> {
  const { default: Papa } = await import('papaparse')
  const parse: ParseText = (part, separator, quotes = '"') => {
    const { data, errors } = Papa.parse<string[]>(part, { delimiter: separator, quoteChar: quotes })
    return { rows: data, isWhole: errors.every(({ type }) => type !== 'Quotes') }
  }
  const lines = withoutEnd(text).split(LINE_END)
  const layout = findLayout(lines, headers, parse)
  const inner = layout.width < 2 ? quotedTwice(lines) : undefined
  // A name of a place alone may have a comma.
  const isTable = inner?.every((line) => SEPARATORS.some((separator) => line.includes(separator)))
  if (inner && (isTable || findLayout(inner, headers, parse).known >= 2)) {
    return parseCsv(inner.join('\n'), headers)
  }
  const rows = readRows(lines, layout, parse)
  return {
    rows: rows.map(({ cells }) => cells.map(cleanText)),
    unread: rows.flatMap(({ problem }, row) => (problem ? { row, problem } : [])),
  }
}

/** The last row may end with separators. */
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

function findLayout(lines: readonly string[], headers: KnownHeaders, parse: ParseText): Layout {
  const sample = lines.slice(0, SAMPLE_LINES)
  const [best] = SEPARATORS.map((separator) => layoutOf(sample, separator, headers, parse)).sort(
    (one, other) => other.known - one.known || other.share - one.share,
  )
  const single = { separator: ',', header: undefined, width: 1, share: 0, known: 0 }
  return best && best.width > 1 ? best : single
}

function layoutOf(
  sample: readonly string[],
  separator: string,
  headers: KnownHeaders,
  parse: ParseText,
): Layout {
  const whole = parse(sample.join('\n'), separator)
  const plain = sample.map((line) => parse(line, separator, NO_QUOTES).rows[0] ?? [])
  const rows = (whole.isWhole ? whole.rows : plain).filter((row) => row.some((cell) => cell.trim()))
  const known = rows.map((row) => headerPoints(row, headers))
  const most = Math.max(0, ...known)
  const place = known.indexOf(most)
  const header = most >= 2 ? rows[place] : undefined
  const next = rows[place + 1] ?? []
  const width = header
    ? Math.max(widthOf(header), next.some((cell) => /\d/.test(cell)) ? 0 : widthOf(next))
    : commonWidth(rows)
  const fitting = rows.filter((row) => fits(row, width)).length
  return { separator, header, width, known: most, share: width > 1 ? fitting / rows.length : 0 }
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

/** Cells may follow that are empty. */
function fits(row: readonly string[], width: number): boolean {
  return row.length >= width && row.slice(width).every((cell) => cell.trim() === '')
}

function readRows(lines: readonly string[], layout: Layout, parse: ParseText): Row[] {
  const whole = parse(lines.join('\n'), layout.separator)
  const isPlain = whole.isWhole && !whole.rows.flat().some((cell) => LINE_END.test(cell))
  const rows = isPlain
    ? whole.rows.map((cells, nth) => ({ cells, line: nth + 1 }))
    : readLines(lines, layout, parse)
  const top = layout.header ? rows.findIndex(({ cells }) => isSame(cells, layout.header)) : -1
  return rows.map((row, nth) => {
    const isLast = nth === rows.length - 1
    const problem = layout.header && nth <= top ? undefined : problemOf(row, nth, isLast, layout)
    return { cells: row.cells, line: row.line, ...(problem && { problem }) }
  })
}

function isSame(cells: readonly string[], header: readonly string[] | undefined): boolean {
  return header?.map(headerKey).join() === cells.map(headerKey).join()
}

/** Line by line, where quotation marks are wrong or a cell has several lines. */
function readLines(lines: readonly string[], layout: Layout, parse: ParseText): Row[] {
  const rows: Row[] = []
  for (let at = 0; at < lines.length; ) {
    const { cells, count, problem } = readRowAt(lines, at, layout, parse)
    rows.push({ cells, line: at + 1, ...(problem && { problem }) })
    at += count
  }
  return rows
}

function readRowAt(
  lines: readonly string[],
  at: number,
  { separator, width, header }: Layout,
  parse: ParseText,
): { cells: string[]; count: number; problem?: string } {
  const line = lines[at] ?? ''
  const alone = parse(line, separator)
  if (alone.isWhole) return { cells: alone.rows[0] ?? [''], count: 1 }
  const plain = parse(line, separator, NO_QUOTES).rows[0] ?? []
  for (let count = 2; count <= MAX_LINES_OF_ROW && at + count <= lines.length; count += 1) {
    const part = lines.slice(at, at + count)
    const { rows, isWhole } = parse(part.join('\n'), separator)
    const [cells = [], ...others] = rows
    if (!isWhole || others.length > 0) continue
    // A mark that does not close takes the rows below it along.
    const areRows = part.every((one) => fits(parse(one, separator, NO_QUOTES).rows[0] ?? [], width))
    if (!areRows && (fits(cells, width) || isSame(cells, header))) return { cells, count }
    break
  }
  if (fits(plain, width)) return { cells: plain, count: 1 }
  const opened = plain.find((cell) => cell.trim().startsWith('"')) ?? line
  const problem = `A quotation mark in ${quote(opened.trim())} opens and does not close. Correct it in the file and try again.`
  return { cells: plain, count: 1, problem }
}

function problemOf(
  { cells, line, problem }: Row,
  nth: number,
  isLast: boolean,
  { header, width, separator }: Layout,
): string | undefined {
  const where = line === nth + 1 ? '' : `Line ${line} of the file. `
  if (problem) return `${where}${problem}`
  if (!header || fits(cells, width) || !cells.some((cell) => cell.trim() !== '')) return undefined
  const counted = `It has ${cells.length} cells, and the header has ${width}`
  if (isLast && cells.length < width) {
    return `${where}The file ends in the middle of it. ${counted}. Download it again and try again.`
  }
  const name = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }[separator]
  return `${where}${counted}: a ${name} or a line end may stand inside a cell. Correct it in the file and try again.`
}
