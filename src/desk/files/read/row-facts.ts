/* What a row of a courier's file says, whatever way it is written (docs/desk-rules.md, rules 22.25 to 22.27). */
import { numberProblem, quote, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { type ColumnField, FIELDS } from '#desk/files/fields.ts'
import type { PaymentState, WordState } from '#desk/files/formats/formats.ts'
import { isOrderId } from '#order/order-id.ts'
import { NOTHING, parseAmount } from './amounts.ts'
import type { FileSource } from './courier-file.ts'
import { type ColumnOrder, type FileDate, isFarDay, parseDate } from './dates.ts'
import { paymentOfWord, stateOfWord, type TaughtWords, type WordKind } from './status-words.ts'

/** A row of the file with its merged cells filled. */
export interface FileRow {
  /** From 1. The rows of a further sheet follow those of the one before. */
  row: number
  /** In its sheet, from 0. */
  index: number
  cells: readonly string[]
  /** What stands in the columns that are known. */
  cellOf: Partial<Record<ColumnField, string>>
}

export interface RowFacts {
  row: number
  trackingNumber?: string | undefined
  reference?: string | undefined
  texts: Partial<Record<ColumnField, string>>
  dates: Partial<Record<ColumnField, FileDate>>
  amounts: Partial<Record<ColumnField, number>>
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

/** The order that the dates of each column of them have. */
export type DateOrders = Partial<Record<ColumnField, ColumnOrder>>

/** What a row says, or a sentence why it cannot be used. */
export function readRow(
  { row, cellOf }: FileRow,
  orders: DateOrders,
  { format, words, today }: FileSource,
): RowFacts | string {
  const facts: RowFacts = {
    row,
    texts: {},
    dates: {},
    amounts: {},
    unknownWords: [],
    badDates: [],
    farDates: [],
    isRounded: false,
  }
  for (const [name, cell] of Object.entries(cellOf)) {
    if (NOTHING.test(cell)) continue
    const field = name as ColumnField
    const { holds, label } = FIELDS[field]
    if (holds === 'text') facts.texts[field] = cell
    else if (holds === 'date') readDay(facts, field, cell, orders[field], today)
    else {
      const amount = parseAmount(cell)
      if (!amount)
        return `${quote(cell)} in “${label}” is no amount. Correct it in the file and try again.`
      facts.amounts[field] = amount.minor
      facts.isRounded ||= amount.isRounded
    }
  }
  const problem = readNames(facts)
  if (problem) return problem
  readWords(facts, format, words)
  return facts
}

function readDay(
  facts: RowFacts,
  field: ColumnField,
  cell: string,
  order: ColumnOrder | undefined,
  today: Date,
): void {
  const date = parseDate(cell, order?.first ?? 'day')
  if (date && isFarDay(date.day, today)) facts.farDates.push(cell)
  else if (date) facts.dates[field] = date
  else if (!/^[0:/ -]+$/.test(cell)) facts.badDates.push(cell)
}

function readNames(facts: RowFacts): string | undefined {
  const { trackingNumber = '', reference = '' } = facts.texts
  const number = toTrackingNumber(trackingNumber)
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/[\s-]/g, '')
  if (number !== '' && !/\d/.test(number)) return `${quote(trackingNumber)} is no tracking number.`
  const problem = numberProblem(number)
  if (problem) return problem
  const id = toReference(reference)
  facts.trackingNumber = number || undefined
  facts.reference = isOrderId(id) ? id : undefined
  return facts.trackingNumber || facts.reference
    ? undefined
    : 'It has neither a tracking number nor an order id.'
}

function readWords(facts: RowFacts, format: string, words: TaughtWords): void {
  const { status, paymentStatus } = facts.texts
  if (status) {
    facts.state = stateOfWord(format, status, words)
    facts.payment = paymentOfWord(status, 'status')
    if (!facts.state && !facts.payment) facts.unknownWords.push({ word: status, kind: 'status' })
  }
  if (paymentStatus) {
    facts.payment = paymentOfWord(paymentStatus, 'payment', words)
    if (!facts.payment) facts.unknownWords.push({ word: paymentStatus, kind: 'payment' })
  }
}
