/* What a row of a courier's file says, whatever way it is written (docs/product.md, rules 22.25 to 22.27). */
import { trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { quote, toReference, toTrackingNumber, wasShortened } from '#admin/spreadsheets/cell.ts'
import { isOrderId } from '#order/order-id.ts'
import { NOTHING, parseAmount } from './amounts.ts'
import { type ColumnOrder, type FileDate, parseDate } from './dates.ts'
import { STATEMENT_FIELDS, type StatementField } from './fields.ts'
import type { Columns } from './find-columns.ts'
import { type FileState, type PaymentState, paymentOfWord, stateOfWord } from './status-words.ts'

/** A row of the file with its merged cells filled, and its number from 1. */
export interface FileRow {
  row: number
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
  state?: FileState | 'nothing' | undefined
  payment?: PaymentState | undefined
  unknownWords: string[]
  /** Amounts with more than two decimals, and what is no date. */
  isRounded: boolean
  badDates: string[]
}

/** A text is the reason why the row cannot be used. */
export function readRow(
  { row, cells }: FileRow,
  columns: Columns,
  courier: string,
  orders: ReadonlyMap<StatementField, ColumnOrder>,
): RowFacts | string {
  const nothing = { texts: {}, dates: {}, amounts: {}, unknownWords: [], badDates: [] }
  const facts: RowFacts = { row, ...nothing, isRounded: false }
  for (const [name, column] of Object.entries(columns)) {
    const field = name as StatementField
    const cell = cells[column] ?? ''
    const problem = NOTHING.test(cell) ? undefined : readCell(facts, field, cell, orders.get(field))
    if (problem) return problem
  }
  return readNames(facts) ?? readWords(facts, courier)
}

function readCell(
  facts: RowFacts,
  field: StatementField,
  cell: string,
  order: ColumnOrder | undefined,
): string | undefined {
  const { holds, label } = STATEMENT_FIELDS[field]
  if (holds === 'text') {
    facts.texts[field] = cell
  } else if (holds === 'date') {
    const date = parseDate(cell, order?.first ?? 'day')
    if (date) facts.dates[field] = date
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

function readWords(facts: RowFacts, courier: string): RowFacts {
  const { status, paymentStatus } = facts.texts
  if (status) {
    facts.state = stateOfWord(courier, status)
    facts.payment = paymentOfWord(status, { isPaymentColumn: false })
    if (!facts.state && !facts.payment) facts.unknownWords.push(status)
  }
  if (paymentStatus) {
    facts.payment = paymentOfWord(paymentStatus, { isPaymentColumn: true })
    if (!facts.payment) facts.unknownWords.push(paymentStatus)
  }
  return facts
}
