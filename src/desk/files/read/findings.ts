/* What the admin should know of how a file was read, and what is asked before it is applied. */
import { sumOf } from '#admin/parcels/parcels.ts'
import { type ColumnField, FIELDS } from '#desk/files/fields.ts'
import type { FileLine } from './courier-file.ts'
import type { ColumnOrder } from './dates.ts'
import type { PaymentNumbers } from './file-payment.ts'
import type { ReadSheet } from './read-sheet.ts'
import type { RowFacts } from './row-facts.ts'
import { isLeftOut, isUnpaid, type MoneyContext } from './row-money.ts'

export interface SheetLines extends ReadSheet, MoneyContext {
  lines: FileLine[]
}

export function findingsOf(sheet: SheetLines): string[] {
  const repeated = sheet.sorted.repeated.map(
    ({ row, of }) => `Row ${row} is the same as row ${of} and counts once.`,
  )
  return [...repeated, ...findingsOnDates(sheet), ...findingsOnMoney(sheet)]
}

const DATE_ORDERS: Record<Exclude<ColumnOrder['is'], 'certain'>, string> = {
  year: 'all dates are read with the two digits of the year first.',
  open: 'all dates could have day or month first. They are read with the day first.',
  both: 'some dates have the day first and others the month. Where both are possible, they are read with the day first.',
}

function findingsOnDates({ orders, rows }: SheetLines): string[] {
  const ofColumns = Object.entries(orders).flatMap(([field, { is }]) =>
    is === 'certain' ? [] : `“${FIELDS[field as ColumnField].label}”: ${DATE_ORDERS[is]}`,
  )
  const bad = rows.flatMap(({ row, badDates }) =>
    badDates.map((date) => `Row ${row}: “${date}” is no date and is left out.`),
  )
  return [...ofColumns, ...bad]
}

function findingsOnMoney(sheet: SheetLines): string[] {
  const { rows, isOfStates } = sheet
  const known = rows.filter(({ unknownWords }) => unknownWords.length === 0)
  const rounded = rows.filter(({ isRounded }) => isRounded)
  const leftOut = known.filter((row) => isLeftOut(row, sheet))
  const unpaid = known.filter((row) => isUnpaid(row, sheet))
  const findings = [
    rounded.length > 0 && `Rounded to two decimals: ${rowList(rounded)}.`,
    isOfStates &&
      rows.some(({ amounts }) => Object.values(amounts).some((amount) => amount !== 0)) &&
      'This file has states and names no payment, so its amounts are not counted as paid.',
    !isOfStates && unpaid.length > 0 && `Not paid yet, so without money: ${rowList(unpaid)}.`,
    leftOut.length > 0 &&
      `Not counted as paid, since the parcel came back: the amount to collect of ${rowList(leftOut)}.`,
  ]
  return findings.filter((finding) => typeof finding === 'string')
}

export function findingsOnNumbers({ count, common }: PaymentNumbers): string[] {
  return count > 1 && !common
    ? [`This file is about ${count} payments, so it has no number of its own.`]
    : []
}

/** What must be confirmed before money is applied (docs/desk-rules.md, rule 22.53). */
export function questionsOf(sheet: SheetLines, isSumRight: boolean): string[] {
  const { rows, lines, columns } = sheet
  const moneyOf = new Map(lines.map(({ row, money }) => [row, money]))
  const brings = (facts: RowFacts) => (moneyOf.get(facts.row) ?? []).length > 0
  const isFlagged = ({ payment }: RowFacts) => payment === 'paid'
  const known = rows.filter(({ unknownWords }) => unknownWords.length === 0)
  const stateless = known.filter(
    (facts) =>
      columns.status !== undefined &&
      brings(facts) &&
      (facts.state === 'nothing' || !facts.texts.status),
  )
  const cameBack = known.filter((facts) => isFlagged(facts) && isLeftOut(facts, sheet))
  const otherNet = known.filter(
    (facts) =>
      facts.amounts.net !== undefined &&
      brings(facts) &&
      sumOf(moneyOf.get(facts.row) ?? []) !== facts.amounts.net,
  )
  const empty = known.filter(
    (facts) =>
      // A parcel that came back brings no cash, and its fee may be missing.
      (brings(facts) || facts.state === 'returned') &&
      facts.amounts.net === undefined &&
      hasEmptyAmount(facts, sheet),
  )
  const far = rows.filter(({ farDates }) => farDates.length > 0)
  const questions = [
    stateless.length > 0 &&
      `Paid without a state: ${rowList(stateless)}. Were these parcels delivered?`,
    cameBack.length > 0 &&
      `Paid, but came back: ${rowList(cameBack)}. Their cash is not counted: is that right?`,
    otherNet.length > 0 &&
      `The net amount is not cash less costs: ${rowList(otherNet)}. What is read is cash less costs.`,
    empty.length > 0 &&
      `A cell of an amount is empty: ${rowList(empty)}. It counts as nothing: is that right?`,
    far.length > 0 &&
      `Days far away are left out: ${far.map(({ row, farDates }) => `row ${row} “${farDates.join('”, “')}”`).join(', ')}.`,
    !isSumRight &&
      sheet.unreadAmounts.length > 0 &&
      `Columns with amounts that are not read: ${sheet.unreadAmounts.join(', ')}.`,
  ]
  return questions.filter((question) => typeof question === 'string')
}

/** Costs that most rows have. An empty cell may be a mistake there, which nothing tells from a cost of 0. */
const USUAL: readonly ColumnField[] = [
  'fee',
  'cashFee',
  'fuelFee',
  'tax',
  'withheldTax',
  'withheldSalesTax',
  'costs',
]

function hasEmptyAmount({ amounts, state }: RowFacts, { rows, columns }: SheetLines): boolean {
  const ofCash = columns.cash === undefined ? 'toCollect' : 'cash'
  const isExpected = (field: ColumnField) =>
    columns[field] !== undefined && amounts[field] === undefined
  const paying = rows.filter((row) => Object.keys(row.amounts).length > 0)
  const isUsual = (field: ColumnField) =>
    paying.length === 1 ||
    paying.filter((row) => row.amounts[field] !== undefined).length * 2 >= paying.length
  const isWithoutCash = state === 'delivered' && isExpected(ofCash)
  return isWithoutCash || USUAL.some((field) => isExpected(field) && isUsual(field))
}

function rowList(rows: readonly RowFacts[]): string {
  const shown = rows
    .slice(0, 10)
    .map(({ row }) => row)
    .join(', ')
  const rest = rows.length > 10 ? ` and ${rows.length - 10} more` : ''
  return `${rows.length === 1 ? 'row' : 'rows'} ${shown}${rest}`
}
