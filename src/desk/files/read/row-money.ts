/* The money lines of a row (docs/desk-rules.md, rules 22.30 to 22.32). */
import { type ColumnField, FIELD_NAMES, FIELDS } from '#desk/files/fields.ts'
import type { FileMoney } from './courier-file.ts'
import { numbersOf, type Titles } from './file-payment.ts'
import type { Columns } from './find-columns.ts'
import { partLines, partsOf } from './paid-in-parts.ts'
import type { ReadSheet } from './read-sheet.ts'
import type { RowFacts } from './row-facts.ts'

/** A row with what it brings. With a word that is not known it brings nothing, and is neither of the two. */
export interface PaidRow extends RowFacts {
  money: FileMoney[]
  /** Whether money of it is not paid yet. */
  isUnpaid: boolean
  /** Whether an amount to collect is left out of what is paid, because the parcel came back. */
  isLeftOut: boolean
}

/** A sheet of which is known what its rows bring. */
export interface PaidSheet extends ReadSheet {
  rows: PaidRow[]
  /** A file that names no payment, and has a column of states: an amount in it is only to be collected. */
  isOfStates: boolean
  /** Whether it names neither a payment nor costs. */
  mayBeList: boolean
}

interface MoneyContext extends Pick<PaidSheet, 'columns' | 'isOfStates'> {
  /** Of the one payment that the file is about. */
  paymentNumber: string | undefined
}

/** The fields of single costs, with what they are. */
const COSTS = FIELD_NAMES.flatMap((field) => {
  const { cost } = FIELDS[field]
  return cost ? [[field, cost] as const] : []
})

const COST_FIELDS: readonly ColumnField[] = [...COSTS.map(([field]) => field), 'costs']

const PAYMENT_FIELDS: readonly ColumnField[] = [
  'paymentStatus',
  'paymentNumber',
  'paidOn',
  'cash',
  'net',
  'upfront',
  'reserve',
]

const NOT_SOLD: readonly unknown[] = ['returning', 'returned', 'lost', 'cancelled']

/** `titles` are those of the file. */
export function paySheet(
  sheet: ReadSheet,
  paymentNumber: string | undefined,
  titles: Titles,
): PaidSheet {
  const { rows, columns } = sheet
  const has = (field: ColumnField) => columns[field] !== undefined
  const namesPayment = Object.keys(titles).length > 0 || PAYMENT_FIELDS.some(has)
  const isOfStates = has('status') && !namesPayment
  const context = { columns, isOfStates, paymentNumber }
  return {
    ...sheet,
    isOfStates,
    mayBeList: paymentNumber === undefined && !namesPayment && !COST_FIELDS.some(has),
    rows: withPositiveCosts(rows).map((facts) => ({ ...facts, ...moneyOf(facts, context) })),
  }
}

/** A file writes what it deducts as negative where the costs of a column are so in every row that pays. */
function withPositiveCosts(rows: readonly RowFacts[]): RowFacts[] {
  const paying = rows.filter(({ amounts }) => (amounts.cash ?? 0) >= 0)
  const negative = COST_FIELDS.filter((field) => {
    const amounts = paying.map((row) => row.amounts[field] ?? 0)
    return amounts.some((amount) => amount < 0) && amounts.every((amount) => amount <= 0)
  })
  return rows.map((facts) => {
    const costs = negative.flatMap((field) => {
      const amount = facts.amounts[field]
      return amount === undefined ? [] : [[field, -amount]]
    })
    return { ...facts, amounts: { ...facts.amounts, ...Object.fromEntries(costs) } }
  })
}

function moneyOf(
  facts: RowFacts,
  context: MoneyContext,
): Pick<PaidRow, 'money' | 'isUnpaid' | 'isLeftOut'> {
  if (facts.unknownWords.length > 0) return { money: [], isUnpaid: false, isLeftOut: false }
  const { columns, paymentNumber } = context
  const isRowPaid = isPaid(facts, context)
  const costs = costLines(facts, columns)
  const isOther = isOfOtherPayment(facts, paymentNumber)
  const parts = partsOf(facts, columns, isRowPaid)
  if (parts.length > 0) {
    return {
      money: isOther ? [] : partLines(parts, facts.amounts.toCollect, paymentNumber, costs),
      isUnpaid: parts.some((part) => !part.isPaid),
      isLeftOut: false,
    }
  }
  const cash = cashOf(facts, columns)
  const dated = facts.dates.paidOn?.day
  const lines = isRowPaid && !isOther ? [...cashLines(facts, cash), ...costs] : []
  return {
    money: lines.map((one) => ({ ...one, dated })),
    isUnpaid: !isRowPaid && hasAmounts(facts),
    // A column of what is paid leaves nothing out.
    isLeftOut:
      isRowPaid && columns.cash === undefined && cash === 0 && Boolean(facts.amounts.toCollect),
  }
}

export function hasAmounts({ amounts }: RowFacts): boolean {
  return Object.values(amounts).some((amount) => amount !== 0)
}

function isOfOtherPayment(facts: RowFacts, paymentNumber: string | undefined): boolean {
  const numbers = numbersOf(facts)
  return paymentNumber !== undefined && numbers.length > 0 && !numbers.includes(paymentNumber)
}

/** Whether the courier pays what stands in the row. Without a word about it, the payment is named by number or day. */
function isPaid({ texts, dates, state, payment }: RowFacts, context: MoneyContext): boolean {
  const { columns } = context
  if (payment) return payment !== 'unpaid'
  if (context.isOfStates || columns.paymentStatus !== undefined) return false
  if (columns.paymentNumber !== undefined) return texts.paymentNumber !== undefined
  if (columns.paidOn !== undefined) return dates.paidOn !== undefined
  return !texts.status || state === 'delivered' || NOT_SOLD.includes(state)
}

function cashLines({ amounts, payment }: RowFacts, cash: number): FileMoney[] {
  const adjusted = (payment === 'adjusted' ? cash : 0) + (amounts.adjustment ?? 0)
  const paid = payment === 'reverted' ? -Math.abs(cash) : payment === 'adjusted' ? 0 : cash
  return [...line('cash', paid), ...line('adjustment', adjusted)]
}

/** An amount to collect was collected unless the parcel came back, which a return fee says as well. */
function cashOf({ amounts, texts, state, payment }: RowFacts, columns: Columns): number {
  if (columns.cash !== undefined) return amounts.cash ?? 0
  const collected = (columns.toCollect === undefined ? amounts.balance : amounts.toCollect) ?? 0
  if (payment === 'reverted' || payment === 'adjusted') return collected
  if (NOT_SOLD.includes(state)) return 0
  const isSold = state === 'delivered' || (payment && texts.status && !texts.paymentStatus)
  if (isSold) return collected
  return amounts.returnFee || amounts.returnTax || (texts.status && !payment) ? 0 : collected
}

function costLines({ amounts }: RowFacts, columns: Columns): FileMoney[] {
  const single = COSTS.flatMap(([field, kind]) => line(kind, -(amounts[field] ?? 0)))
  return [...single, ...line('fee', -restOfCosts(amounts, columns))]
}

/**
 * What the column of all costs has above the single ones. It may stand with or without taxes: the net amount of the
 * row says which; without one, taxes are in it.
 */
function restOfCosts(amounts: RowFacts['amounts'], columns: Columns): number {
  if (amounts.costs === undefined) return 0
  const sum = (costs: typeof COSTS) =>
    costs.reduce((total, [field]) => total + (amounts[field] ?? 0), 0)
  const taxes = sum(COSTS.filter(([, cost]) => cost === 'tax'))
  const single = sum(COSTS)
  const all = amounts.costs
  if (columns.net !== undefined && amounts.net !== undefined) {
    const cash = amounts.cash ?? amounts.toCollect ?? 0
    const cost = [cash, 0].map((paid) => paid - (amounts.net ?? 0))
    const known = [single, all, all + taxes].find((one) => cost.includes(one))
    if (known !== undefined) return known - single
  }
  return all === single - taxes ? 0 : all - single
}

function line(kind: FileMoney['kind'], amount: number): FileMoney[] {
  return amount === 0 ? [] : [{ kind, amount }]
}
