/* What the admin should know of how a file was read. */
import type { ColumnOrder } from './dates.ts'
import { STATEMENT_FIELDS, type StatementField } from './fields.ts'
import type { PaymentNumbers } from './payment-number.ts'
import type { RowFacts } from './row-facts.ts'
import type { SortedRows } from './row-kinds.ts'
import { isLeftOut, isPaid, type MoneyContext } from './row-money.ts'

interface FileFacts {
  sorted: SortedRows
  orders: ReadonlyMap<StatementField, ColumnOrder>
  facts: readonly { row: number; facts: RowFacts }[]
  context: MoneyContext
  numbers: PaymentNumbers
}

export function notesOf(file: FileFacts): string[] {
  return [...repeatedNotes(file), ...dateNotes(file), ...moneyNotes(file)]
}

function repeatedNotes({ sorted }: FileFacts): string[] {
  return sorted.repeated.map(
    ({ row, of }) => `Row ${row} is the same as row ${of} and counts once.`,
  )
}

function dateNotes({ orders, facts }: FileFacts): string[] {
  const ofColumns = [...orders].flatMap(([field, { is }]) => {
    const { label } = STATEMENT_FIELDS[field]
    if (is === 'certain') return []
    return is === 'open'
      ? `“${label}”: all dates could have day or month first. They are read with the day first.`
      : `“${label}”: some dates have the day first and others the month. Where both are possible, they are read with the day first.`
  })
  const bad = facts.flatMap(({ row, facts: { badDates } }) =>
    badDates.map((date) => `Row ${row}: “${date}” is no date and is left out.`),
  )
  return [...ofColumns, ...bad]
}

function moneyNotes({ facts, context, numbers }: FileFacts): string[] {
  const rounded = rowsWhere(facts, ({ isRounded }) => isRounded)
  const leftOut = rowsWhere(facts, (row) => isLeftOut(row, context))
  const unpaid = rowsWhere(facts, (row) => hasAmounts(row) && !isPaid(row, context))
  return [
    ...(rounded.length > 0 ? [`Rounded to two decimals: ${rowList(rounded)}.`] : []),
    ...(context.isOfStates && facts.some((one) => hasAmounts(one.facts))
      ? ['This file has states and names no payment, so its amounts are not counted as paid.']
      : []),
    ...(unpaid.length > 0 && !context.isOfStates
      ? [`Not paid yet, so without money: ${rowList(unpaid)}.`]
      : []),
    ...(leftOut.length > 0
      ? [
          `Not counted as paid, since the parcel came back: the amount to collect of ${rowList(leftOut)}.`,
        ]
      : []),
    ...(numbers.count > 1 && !numbers.common
      ? [`This file is about ${numbers.count} payments, so it has no number of its own.`]
      : []),
  ]
}

function hasAmounts({ amounts }: RowFacts): boolean {
  const isPart = amounts.upfront || amounts.reserve
  return !isPart && Object.values(amounts).some((amount) => amount !== 0)
}

function rowsWhere(facts: FileFacts['facts'], is: (facts: RowFacts) => boolean): number[] {
  return facts.filter((one) => is(one.facts)).map(({ row }) => row)
}

function rowList(rows: readonly number[]): string {
  const shown = rows.slice(0, 10).join(', ')
  const rest = rows.length > 10 ? ` and ${rows.length - 10} more` : ''
  return `${rows.length === 1 ? 'row' : 'rows'} ${shown}${rest}`
}
