/* Reads a courier's file of states or payments (docs/product.md, rules 22.20 to 22.34). */
import { readSpreadsheet } from '#admin/spreadsheets/read-spreadsheet.ts'
import type { Sheet } from '#admin/spreadsheets/workbook.ts'
import { type ColumnOrder, orderOfDates } from './dates.ts'
import { type ColumnMapping, STATEMENT_FIELDS, type StatementField } from './fields.ts'
import { netOfFile, paymentNumbers, type Titles, titlesOf } from './file-payment.ts'
import { type Columns, findColumns, openQuestion } from './find-columns.ts'
import { findHeader } from './find-header.ts'
import { rowsBelow, sharedAmounts } from './merged-cells.ts'
import { toReason } from './reasons.ts'
import { type FileFacts, remarksOf } from './remarks.ts'
import { type FileRow, type RowFacts, readRow } from './row-facts.ts'
import { sortRows } from './row-kinds.ts'
import { moneyContext, moneyOfRow } from './row-money.ts'
import type { ReadStatement, StatementInput, StatementLine, UnknownWord } from './statement.ts'
import { toWord } from './status-words.ts'

const MAX_FILE_MB = 20
/** Of admin_apply_statement(). */
const MAX_LINES = 2000
const MAX_WORD_LENGTH = 100
const MAX_FILE_NAME_LENGTH = 200

export async function readStatement(
  file: Blob & { name: string },
  courier: string,
  mapping: ColumnMapping,
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
  const { rows, problems } = readRows(sheet, sorted.parcels, columns, courier, orders)
  const titles = titlesOf(sheet.rows.slice(0, header.row), courier)
  const numbers = paymentNumbers(rows)
  const context = moneyContext(rows, columns, numbers.common, titles)
  const file = { sorted, orders, rows, numbers, context }
  const input = await toInput(file, titles, source)
  const unknownWords = listUnknown(rows)
  return { ok: true, input, report, unknownWords, problems, remarks: remarksOf(file) }
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
  parcels: readonly FileRow[],
  columns: Columns,
  courier: string,
  orders: ReadonlyMap<StatementField, ColumnOrder>,
): { rows: RowFacts[]; problems: string[] } {
  const unusable = sharedAmounts(sheet, parcels, columns)
  const last = parcels.at(-1)
  if (last && isCutOff(sheet, parcels)) {
    unusable.set(last.row, 'The file ends in the middle of it. Download it again and try again.')
  }
  const rows: RowFacts[] = []
  const problems: string[] = []
  for (const parcel of parcels) {
    const facts = unusable.get(parcel.row) ?? readRow(parcel, columns, courier, orders)
    if (typeof facts === 'string') problems.push(`Row ${parcel.row}: ${facts}`)
    else rows.push(facts)
  }
  return { rows, problems }
}

/** The last row of half a CSV file is shorter than all others. A sheet has rows of one width. */
function isCutOff(sheet: Sheet, rows: readonly FileRow[]): boolean {
  const [last, ...others] = [...rows].reverse()
  if (!last || last.row !== sheet.rows.length || others.length === 0) return false
  return others.every(({ cells }) => cells.length > last.cells.length)
}

async function toInput(
  { rows, sorted, numbers, context }: FileFacts,
  titles: Titles,
  { fileName, courier }: Source,
): Promise<StatementInput> {
  const lines = rows.map((facts) => ({ ...toLine(facts), money: moneyOfRow(facts, context) }))
  const number = numbers.common ?? (numbers.count === 0 ? titles.paymentNumber : undefined)
  const dated = lastDay(lines) ?? titles.paidOn
  const net = netOfFile(sorted, context.columns)
  return {
    courier,
    ...(number && { number }),
    digest: await digestOf(courier, lines),
    fileName: fileName.slice(0, MAX_FILE_NAME_LENGTH),
    ...(dated && { dated }),
    ...(net !== undefined && { net }),
    lines,
  }
}

function toLine(facts: RowFacts): Omit<StatementLine, 'money'> {
  const { row, trackingNumber, reference, texts, dates, state } = facts
  const word = texts.status && toWord(texts.status).slice(0, MAX_WORD_LENGTH)
  const reason = texts.reason && toReason(texts.reason)
  return {
    row,
    ...(reference && { reference }),
    ...(trackingNumber && { trackingNumber }),
    ...(state && state !== 'nothing' && { state }),
    ...(word && { word }),
    ...(reason && { reason }),
    ...(dates.statusOn && { at: dates.statusOn.moment }),
  }
}

/** The latest of its payments. */
function lastDay(lines: readonly StatementLine[]): string | undefined {
  const days = lines.flatMap(({ money }) => money.flatMap(({ dated }) => dated ?? []))
  return days.sort().at(-1)
}

/**
 * SHA-256 of the lines in any order, as 64 hexadecimal digits: it recognizes a statement whatever its file is called,
 * and however it was saved (docs/product.md, rule 22.33).
 */
async function digestOf(courier: string, lines: readonly StatementLine[]): Promise<string> {
  const text = JSON.stringify([courier, ...lines.map(normalized).sort()])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Times go: a CSV file has them as they were shown. */
function normalized({ reference, trackingNumber, word, reason, at, money }: StatementLine): string {
  const amounts = money.map(({ kind, amount, dated }) => `${kind} ${amount} ${dated ?? ''}`)
  return JSON.stringify([reference, trackingNumber, word, reason, at?.slice(0, 10), amounts.sort()])
}

function listUnknown(rows: readonly RowFacts[]): UnknownWord[] {
  const words = new Map<string, number[]>()
  for (const { row, unknownWords } of rows) {
    for (const word of unknownWords) words.set(word, [...(words.get(word) ?? []), row])
  }
  return [...words].map(([word, wordRows]) => ({ word, rows: wordRows }))
}

function refuse(problem: string): ReadStatement {
  return { ok: false, problem }
}
