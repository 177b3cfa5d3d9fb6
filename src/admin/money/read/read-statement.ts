/* Reads a courier's file of states or payments (docs/product.md, rules 22.20 to 22.34). */
import { readSpreadsheet } from '#admin/spreadsheets/read-spreadsheet.ts'
import type { Sheet } from '#admin/spreadsheets/workbook.ts'
import { type ColumnOrder, orderOfDates } from './dates.ts'
import { digestOf } from './digest.ts'
import { type ColumnMapping, STATEMENT_FIELDS, type StatementField } from './fields.ts'
import { netOfFile } from './file-net.ts'
import { type Columns, findColumns, openQuestion } from './find-columns.ts'
import { findHeader } from './find-header.ts'
import { rowsBelow, sharedAmounts } from './merged-cells.ts'
import { notesOf } from './notes.ts'
import { type PaymentNumbers, paymentNumbers } from './payment-number.ts'
import { toReason } from './reasons.ts'
import { type FileRow, type RowFacts, readRow } from './row-facts.ts'
import { type SortedRows, sortRows } from './row-kinds.ts'
import { costFields, isOfStates, type MoneyContext, moneyOfRow } from './row-money.ts'
import type {
  ReadStatement,
  RowProblem,
  StatementInput,
  StatementLine,
  UnknownWord,
} from './statement.ts'
import { toWord } from './status-words.ts'
import { type Titles, titlesOf } from './titles.ts'

const MAX_FILE_MB = 20
/** Of admin_apply_statement(). */
const MAX_LINES = 2000
const MAX_WORD_LENGTH = 100
const MAX_FILE_NAME_LENGTH = 200

/** A row that can be used. */
interface ReadRow {
  row: number
  facts: RowFacts
}

export async function readStatement(
  file: Blob & { name: string },
  courier: string,
  mapping: ColumnMapping = {},
): Promise<ReadStatement> {
  const sheet = await readSpreadsheet(file, MAX_FILE_MB)
  return sheet.ok ? readSheetOf(sheet, { fileName: file.name, courier, mapping }) : sheet
}

interface Source {
  fileName: string
  courier: string
  mapping: ColumnMapping
}

async function readSheetOf(sheet: Sheet, source: Source): Promise<ReadStatement> {
  const { courier, mapping } = source
  if (!sheet.rows.some((row) => row.some(Boolean))) {
    return refuse('The first sheet of this file is empty. Download it again and try again.')
  }
  const header = findHeader(sheet.rows, courier, mapping)
  if (!header) {
    return refuse(
      'No row of this file has the names of its columns. Download it with them and try again.',
    )
  }
  const { columns, report } = findColumns(sheet.rows, header, courier, mapping)
  const question = openQuestion(report)
  if (question) return { ok: false, problem: question, report }
  const below = rowsBelow(sheet, header.row, columns)
  const sorted = sortRows(below, sheet.rows[header.row] ?? [], columns)
  if (sorted.parcels.length === 0) {
    return refuse('This file has no parcels below its headers. Download it again and try again.')
  }
  if (sorted.parcels.length > MAX_LINES) {
    return refuse(
      `This file has ${sorted.parcels.length} rows, and ${MAX_LINES} are read at once. Split it and try again.`,
    )
  }
  const orders = ordersOf(sorted.parcels, columns)
  const { read, problems } = readRows(sheet, sorted.parcels, columns, courier, orders)
  const numbers = paymentNumbers(read.map(({ facts }) => facts))
  const titles = titlesOf(sheet.rows.slice(0, header.row), courier)
  const context = {
    columns,
    isOfStates: isOfStates(columns, Object.keys(titles).length > 0),
    paymentNumber: numbers.common,
    negativeCosts: negativeCosts(read, columns),
  }
  const statement = await toStatement(read, { ...source, context, numbers, titles, sorted })
  const unknownWords = listUnknown(read)
  const notes = notesOf({ sorted, orders, facts: read, context, numbers })
  return { ok: true, statement, report, unknownWords, problems, notes }
}

function ordersOf(rows: readonly FileRow[], columns: Columns): Map<StatementField, ColumnOrder> {
  const orders = new Map<StatementField, ColumnOrder>()
  for (const [name, column] of Object.entries(columns)) {
    const field = name as StatementField
    if (STATEMENT_FIELDS[field].holds !== 'date') continue
    orders.set(field, orderOfDates(rows.map(({ cells }) => cells[column] ?? '')))
  }
  return orders
}

function readRows(
  sheet: Sheet,
  rows: readonly FileRow[],
  columns: Columns,
  courier: string,
  orders: ReadonlyMap<StatementField, ColumnOrder>,
): { read: ReadRow[]; problems: RowProblem[] } {
  const unusable = sharedAmounts(sheet, rows, columns)
  const last = rows.at(-1)
  if (last && isCutOff(sheet, rows)) {
    unusable.set(last.row, 'The file ends in the middle of it. Download it again and try again.')
  }
  const read: ReadRow[] = []
  const problems: RowProblem[] = []
  for (const fileRow of rows) {
    const { row } = fileRow
    const facts = unusable.get(row) ?? readRow(fileRow, columns, courier, orders)
    if (typeof facts === 'string') problems.push({ row, problem: `Row ${row}: ${facts}` })
    else read.push({ row, facts })
  }
  return { read, problems }
}

/** The last row of half a CSV file is shorter than all others. A sheet has rows of one width. */
function isCutOff(sheet: Sheet, rows: readonly FileRow[]): boolean {
  const [last, ...others] = [...rows].reverse()
  if (!last || last.row !== sheet.rows.length || others.length === 0) return false
  return others.every(({ cells }) => cells.length > last.cells.length)
}

interface ReadFileContext extends Source {
  context: MoneyContext
  numbers: PaymentNumbers
  titles: Titles
  sorted: SortedRows
}

async function toStatement(
  rows: readonly ReadRow[],
  file: ReadFileContext,
): Promise<StatementInput> {
  const { courier, context, numbers, titles } = file
  const lines = rows.map(({ row, facts }) => ({
    ...toLine(row, facts),
    money: moneyOfRow(facts, context),
  }))
  const number = numbers.common ?? (numbers.count === 0 ? titles.paymentNumber : undefined)
  const dated = lastDay(lines) ?? titles.paidOn
  const net = netOfFile(file.sorted, context.columns)
  return {
    courier,
    ...(number && { number }),
    digest: await digestOf(courier, lines),
    fileName: file.fileName.slice(0, MAX_FILE_NAME_LENGTH),
    ...(dated && { dated }),
    ...(net !== undefined && { net }),
    lines,
  }
}

function toLine(row: number, { trackingNumber, reference, texts, dates, state }: RowFacts) {
  const word = texts.status && toWord(texts.status).slice(0, MAX_WORD_LENGTH)
  const reason = texts.reason && toReason(texts.reason)
  const line: Omit<StatementLine, 'money'> = { row }
  if (reference) line.reference = reference
  if (trackingNumber) line.trackingNumber = trackingNumber
  if (state && state !== 'nothing') line.state = state
  if (word) line.word = word
  if (reason) line.reason = reason
  if (dates.statusOn) line.at = dates.statusOn.moment
  return line
}

/** Costs whose amounts are negative in every row that pays: the file writes what it deducts so. */
function negativeCosts(rows: readonly ReadRow[], columns: Columns): Set<StatementField> {
  const paying = rows.filter(({ facts }) => (facts.amounts.cash ?? 0) >= 0)
  const fields = costFields(columns).map(([field]) => field)
  return new Set(
    fields.filter((field) => {
      const amounts = paying.map(({ facts }) => facts.amounts[field] ?? 0)
      return amounts.some((amount) => amount < 0) && amounts.every((amount) => amount <= 0)
    }),
  )
}

/** The latest of its payments. */
function lastDay(lines: readonly StatementLine[]): string | undefined {
  const days = lines.flatMap(({ money }) => money.flatMap(({ dated }) => dated ?? []))
  return days.sort().at(-1)
}

function listUnknown(rows: readonly ReadRow[]): UnknownWord[] {
  const words = new Map<string, number[]>()
  for (const { row, facts } of rows) {
    for (const word of facts.unknownWords) words.set(word, [...(words.get(word) ?? []), row])
  }
  return [...words].map(([word, wordRows]) => ({ word, rows: wordRows }))
}

function refuse(problem: string): ReadStatement {
  return { ok: false, problem }
}
