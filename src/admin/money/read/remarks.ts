/* What the admin should know of how a file was read. */
import type { ColumnOrder } from './dates.ts'
import { STATEMENT_FIELDS, type StatementField } from './fields.ts'
import type { PaymentNumbers } from './file-payment.ts'
import type { RowFacts } from './row-facts.ts'
import type { SortedRows } from './row-kinds.ts'
import { isLeftOut, isPaid, type MoneyContext } from './row-money.ts'

export interface FileFacts {
  sorted: SortedRows
  orders: ReadonlyMap<StatementField, ColumnOrder>
  /** Those that can be used. */
  rows: readonly RowFacts[]
  numbers: PaymentNumbers
  context: MoneyContext
}

export function remarksOf(file: FileFacts): string[] {
  const repeated = file.sorted.repeated.map(
    ({ row, of }) => `Row ${row} is the same as row ${of} and counts once.`,
  )
  return [...repeated, ...remarksOnDates(file), ...remarksOnMoney(file)]
}

function remarksOnDates({ orders, rows }: FileFacts): string[] {
  const ofColumns = [...orders].flatMap(([field, { is }]) => {
    const { label } = STATEMENT_FIELDS[field]
    if (is === 'certain') return []
    return is === 'open'
      ? `“${label}”: all dates could have day or month first. They are read with the day first.`
      : `“${label}”: some dates have the day first and others the month. Where both are possible, they are read with the day first.`
  })
  const bad = rows.flatMap(({ row, badDates }) =>
    badDates.map((date) => `Row ${row}: “${date}” is no date and is left out.`),
  )
  return [...ofColumns, ...bad]
}

function remarksOnMoney({ rows, context, numbers }: FileFacts): string[] {
  const { isOfStates } = context
  const rounded = rows.filter(({ isRounded }) => isRounded)
  const leftOut = rows.filter((row) => isLeftOut(row, context))
  const unpaid = rows.filter((row) => hasAmounts(row) && !isPaid(row, context))
  const remarks = [
    rounded.length > 0 && `Rounded to two decimals: ${rowList(rounded)}.`,
    isOfStates &&
      rows.some(hasAmounts) &&
      'This file has states and names no payment, so its amounts are not counted as paid.',
    !isOfStates && unpaid.length > 0 && `Not paid yet, so without money: ${rowList(unpaid)}.`,
    leftOut.length > 0 &&
      `Not counted as paid, since the parcel came back: the amount to collect of ${rowList(leftOut)}.`,
    numbers.count > 1 &&
      !numbers.common &&
      `This file is about ${numbers.count} payments, so it has no number of its own.`,
  ]
  return remarks.filter((remark) => typeof remark === 'string')
}

function hasAmounts({ amounts }: RowFacts): boolean {
  const isPart = amounts.upfront || amounts.reserve
  return !isPart && Object.values(amounts).some((amount) => amount !== 0)
}

function rowList(rows: readonly RowFacts[]): string {
  const shown = rows
    .slice(0, 10)
    .map(({ row }) => row)
    .join(', ')
  const rest = rows.length > 10 ? ` and ${rows.length - 10} more` : ''
  return `${rows.length === 1 ? 'row' : 'rows'} ${shown}${rest}`
}
