/* What the admin should know of how a file was read, and what is asked before it is applied. */
import { sumOf } from '#admin/parcels/parcels.ts'
import { type ColumnField, FIELDS } from '#desk/files/fields.ts'
import type { ColumnOrder } from './dates.ts'
import type { RowFacts } from './row-facts.ts'
import { hasAmounts, type PaidSheet } from './row-money.ts'

export function findingsOf(sheet: PaidSheet): string[] {
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

function findingsOnDates({ orders, rows }: PaidSheet): string[] {
  const ofColumns = Object.entries(orders).flatMap(([field, { is }]) =>
    is === 'certain' ? [] : `“${FIELDS[field as ColumnField].label}”: ${DATE_ORDERS[is]}`,
  )
  const bad = rows.flatMap(({ row, badDates }) =>
    badDates.map((date) => `Row ${row}: “${date}” is no date and is left out.`),
  )
  return [...ofColumns, ...bad]
}

function findingsOnMoney({ rows, isOfStates }: PaidSheet): string[] {
  const rounded = rows.filter(({ isRounded }) => isRounded)
  const unpaid = rows.filter(({ isUnpaid }) => isUnpaid)
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut)
  return [
    ...about(rounded, (them) => `Rounded to two decimals: ${them}.`),
    ...(isOfStates && rows.some(hasAmounts)
      ? ['This file has states and names no payment, so its amounts are not counted as paid.']
      : []),
    ...about(isOfStates ? [] : unpaid, (them) => `Not paid yet, so without money: ${them}.`),
    ...about(
      leftOut,
      (them) =>
        `Not counted as paid, since the parcel came back: the amount to collect of ${them}.`,
    ),
  ]
}

/** What must be confirmed before money is applied (docs/desk-rules.md, rule 22.53). */
export function questionsOf(sheet: PaidSheet, isSumRight: boolean): string[] {
  const { rows, columns, unreadAmounts } = sheet
  const paid = rows.filter(({ money }) => money.length > 0)
  const stateless = paid.filter(
    ({ state, texts }) => columns.status !== undefined && (state === 'nothing' || !texts.status),
  )
  const cameBack = rows.filter(({ payment, isLeftOut }) => payment === 'paid' && isLeftOut)
  const otherNet = paid.filter(
    ({ amounts, money }) => amounts.net !== undefined && sumOf(money) !== amounts.net,
  )
  const empty = rows.filter(
    (row) =>
      // A parcel that came back brings no cash, and its fee may be missing.
      (row.money.length > 0 || (row.state === 'returned' && row.unknownWords.length === 0)) &&
      row.amounts.net === undefined &&
      hasEmptyAmount(row, sheet),
  )
  const far = rows.flatMap(({ row, farDates }) =>
    farDates.length > 0 ? `row ${row} “${farDates.join('”, “')}”` : [],
  )
  const unread = isSumRight ? [] : unreadAmounts
  return [
    ...about(stateless, (them) => `Paid without a state: ${them}. Were these parcels delivered?`),
    ...about(
      cameBack,
      (them) => `Paid, but came back: ${them}. Their cash is not counted: is that right?`,
    ),
    ...about(
      otherNet,
      (them) => `The net amount is not cash less costs: ${them}. What is read is cash less costs.`,
    ),
    ...about(
      empty,
      (them) => `A cell of an amount is empty: ${them}. It counts as nothing: is that right?`,
    ),
    ...(far.length > 0 ? [`Days far away are left out: ${far.join(', ')}.`] : []),
    ...(unread.length > 0 ? [`Columns with amounts that are not read: ${unread.join(', ')}.`] : []),
  ]
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

function hasEmptyAmount({ amounts, state }: RowFacts, { rows, columns }: PaidSheet): boolean {
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

/** A sentence about rows, and none without them: `row 3`, `rows 3, 4 and 2 more`. */
function about(rows: readonly RowFacts[], sentence: (them: string) => string): string[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, MAX_NAMED).map(({ row }) => row)
  const more = rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : ''
  return [sentence(`${rows.length === 1 ? 'row' : 'rows'} ${shown.join(', ')}${more}`)]
}

/** How many rows are named. */
const MAX_NAMED = 10
