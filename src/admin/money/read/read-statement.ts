/* Reads a courier's file of states or payments (docs/product.md, rules 22.20 to 22.34). */
import { readSpreadsheet } from '#admin/spreadsheets/read-spreadsheet.ts'
import type { Sheet } from '#admin/spreadsheets/workbook.ts'
import { type ColumnOrder, orderOfDates, parseDate } from './dates.ts'
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
import { costFields, moneyOfRow } from './row-money.ts'
import type {
  ReadStatement,
  RowProblem,
  StatementInput,
  StatementLine,
  UnknownWord,
} from './statement.ts'
import { toWord } from './status-words.ts'
import { valueInTitles } from './titles.ts'

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
  const titles = sheet.rows.slice(0, header.row)
  const statement = await toStatement(read, { ...source, columns, numbers, titles, sorted })
  const unknownWords = listUnknown(read)
  const notes = notesOf({ sorted, orders, facts: read, columns, numbers })
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
  const shared = sharedAmounts(sheet, rows, columns)
  const read: ReadRow[] = []
  const problems: RowProblem[] = []
  for (const fileRow of rows) {
    const { row } = fileRow
    const facts = shared.get(row) ?? readRow(fileRow, columns, courier, orders)
    if (typeof facts === 'string') problems.push({ row, problem: `Row ${row}: ${facts}` })
    else read.push({ row, facts })
  }
  return { read, problems }
}

interface ReadFileContext extends Source {
  columns: Columns
  numbers: PaymentNumbers
  titles: Sheet['rows']
  sorted: SortedRows
}

async function toStatement(
  rows: readonly ReadRow[],
  file: ReadFileContext,
): Promise<StatementInput> {
  const { courier, columns, numbers, titles } = file
  const context = {
    columns,
    paymentNumber: numbers.common,
    negativeCosts: negativeCosts(rows, columns),
  }
  const lines = rows.map(({ row, facts }) => ({
    ...toLine(row, facts),
    money: moneyOfRow(facts, context),
  }))
  const number =
    numbers.common ??
    (numbers.count === 0 ? valueInTitles(titles, 'paymentNumber', courier) : undefined)
  const dated = datedOf(lines, titles, courier)
  const net = netOfFile(file.sorted, columns)
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

/** The latest day of its payments, else the day in its titles. */
function datedOf(
  lines: readonly StatementLine[],
  titles: Sheet['rows'],
  courier: string,
): string | undefined {
  const latest = lines
    .flatMap(({ money }) => money.flatMap(({ dated }) => dated ?? []))
    .sort()
    .at(-1)
  if (latest) return latest
  const title = valueInTitles(titles, 'paidOn', courier) ?? ''
  return parseDate(title, 'day')?.day
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
