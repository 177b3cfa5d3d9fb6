/* What a row of a courier's file says, whatever way it is written (docs/product.md, rules 22.25 to 22.27). */
import { trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { quote, toReference, toTrackingNumber, wasShortened } from '#desk/files/cell.ts'
import { STATEMENT_FIELDS, type StatementField } from '#desk/files/fields.ts'
import type { PaymentState, WordState } from '#desk/files/formats/formats.ts'
import { isOrderId } from '#order/order-id.ts'
import { NOTHING, parseAmount } from './amounts.ts'
import { type ColumnOrder, type FileDate, isFarDay, parseDate } from './dates.ts'
import type { Columns } from './find-columns.ts'
import { paymentOfWord, stateOfWord, type TaughtWords, type WordKind } from './status-words.ts'

/** A row of the file with its merged cells filled. */
export interface FileRow {
  /** From 1. The rows of a further sheet follow those of the one before. */
  row: number
  /** In its sheet, from 0. */
  index: number
  cells: readonly string[]
}

export interface RowFacts {
  row: number
  trackingNumber?: string | undefined
  reference?: string | undefined
  texts: Partial<Record<StatementField, string>>
  dates: Partial<Record<StatementField, FileDate>>
  amounts: Partial<Record<StatementField, number>>
  /** Undefined without a word, and where the word is not known. */
  state?: WordState | undefined
  payment?: PaymentState | undefined
  /** They keep the money of the row out. */
  unknownWords: { word: string; kind: WordKind }[]
  /** Amounts with more than two decimals, and what is no date. */
  isRounded: boolean
  badDates: string[]
  /** Days far outside of the shop's life, which are left out. */
  farDates: string[]
}

/** How the cells of a sheet are read. */
export interface CellReading {
  format: string
  columns: Columns
  orders: ReadonlyMap<StatementField, ColumnOrder>
  words: TaughtWords
  today: Date
}

/** A text is the reason why the row cannot be used. */
export function readRow({ row, cells }: FileRow, reading: CellReading): RowFacts | string {
  const nothing = {
    texts: {},
    dates: {},
    amounts: {},
    unknownWords: [],
    badDates: [],
    farDates: [],
  }
  const facts: RowFacts = { row, ...nothing, isRounded: false }
  for (const [name, column] of Object.entries(reading.columns)) {
    const cell = cells[column] ?? ''
    const problem = NOTHING.test(cell)
      ? undefined
      : readCell(facts, name as StatementField, cell, reading)
    if (problem) return problem
  }
  return readNames(facts) ?? readWords(facts, reading)
}

function readCell(
  facts: RowFacts,
  field: StatementField,
  cell: string,
  { orders, today }: CellReading,
): string | undefined {
  const { holds, label } = STATEMENT_FIELDS[field]
  if (holds === 'text') {
    facts.texts[field] = cell
  } else if (holds === 'date') {
    const date = parseDate(cell, orders.get(field)?.first ?? 'day')
    if (date && isFarDay(date.day, today)) facts.farDates.push(cell)
    else if (date) facts.dates[field] = date
    else if (!/^[0:/ -]+$/.test(cell)) facts.badDates.push(cell)
  } else {
    const amount = parseAmount(cell)
    if (!amount)
      return `${quote(cell)} in “${label}” is no amount. Correct it in the file and try again.`
    facts.amounts[field] = amount.minor
    facts.isRounded ||= amount.isRounded
  }
  return undefined
}

function readNames(facts: RowFacts): string | undefined {
  const { trackingNumber = '', reference = '' } = facts.texts
  const number = toTrackingNumber(trackingNumber)
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/[\s-]/g, '')
  if (wasShortened(number)) {
    return `${quote(trackingNumber)} was shortened by a spreadsheet, which lost its last digits. Import the file as it was downloaded, without saving it in a spreadsheet.`
  }
  const hasDigits = number === '' || /\d/.test(number)
  const problem = hasDigits ? trackingNumberProblem(number) : 'This is no tracking number.'
  if (problem) return `${quote(trackingNumber)}: ${problem}`
  const id = toReference(reference)
  facts.trackingNumber = number || undefined
  facts.reference = isOrderId(id) ? id : undefined
  return facts.trackingNumber || facts.reference
    ? undefined
    : 'It has neither a tracking number nor an order id.'
}

function readWords(facts: RowFacts, { format, words }: CellReading): RowFacts {
  const { status, paymentStatus } = facts.texts
  if (status) {
    facts.state = stateOfWord(format, status, words)
    facts.payment = paymentOfWord(status, { isPaymentColumn: false })
    if (!facts.state && !facts.payment) facts.unknownWords.push({ word: status, kind: 'status' })
  }
  if (paymentStatus) {
    facts.payment = paymentOfWord(paymentStatus, { isPaymentColumn: true }, words)
    if (!facts.payment) facts.unknownWords.push({ word: paymentStatus, kind: 'payment' })
  }
  return facts
}
