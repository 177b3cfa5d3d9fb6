/* The money lines of a row (docs/product.md, rules 22.30 to 22.32). */
import type { StatementField } from './fields.ts'
import type { Titles } from './file-payment.ts'
import type { Columns } from './find-columns.ts'
import { partLines } from './paid-in-parts.ts'
import type { RowFacts } from './row-facts.ts'
import type { StatementMoney } from './statement.ts'

export interface MoneyContext {
  columns: Columns
  isOfStates: boolean
  /** Of the one payment that the file is about. */
  paymentNumber: string | undefined
  /** Fields of costs that the file writes as negative amounts. */
  negativeCosts: ReadonlySet<StatementField>
}

const COSTS: readonly [StatementField, StatementMoney['kind']][] = [
  ['fee', 'fee'],
  ['cashFee', 'fee'],
  ['fuelFee', 'fee'],
  ['otherFee', 'fee'],
  ['returnFee', 'return_fee'],
  ['tax', 'tax'],
  ['returnTax', 'tax'],
  ['withheldTax', 'tax'],
]

/** Their sum alone counts where the file has none of them. */
const SUM_OF_COSTS: readonly [StatementField, StatementMoney['kind']][] = [['costs', 'fee']]

const PAYMENT_FIELDS: readonly StatementField[] = [
  ...(['paymentStatus', 'paymentNumber', 'paidOn', 'cash', 'net', 'upfront', 'reserve'] as const),
]

const NOT_SOLD: readonly unknown[] = ['returning', 'returned', 'lost', 'cancelled']

export function moneyContext(
  rows: readonly RowFacts[],
  columns: Columns,
  paymentNumber: string | undefined,
  titles: Titles,
): MoneyContext {
  return {
    columns,
    isOfStates: isOfStates(columns, titles),
    paymentNumber,
    negativeCosts: negativeCosts(rows, columns),
  }
}

/** A file that names no payment, and has a column of states: an amount in it is only to be collected. */
function isOfStates(columns: Columns, titles: Titles): boolean {
  return (
    columns.status !== undefined &&
    Object.keys(titles).length === 0 &&
    PAYMENT_FIELDS.every((field) => columns[field] === undefined)
  )
}

/** Costs whose amounts are negative in every row that pays: the file writes what it deducts so. */
function negativeCosts(rows: readonly RowFacts[], columns: Columns): Set<StatementField> {
  const paying = rows.filter(({ amounts }) => (amounts.cash ?? 0) >= 0)
  const fields = costFields(columns).map(([field]) => field)
  return new Set(
    fields.filter((field) => {
      const amounts = paying.map((row) => row.amounts[field] ?? 0)
      return amounts.some((amount) => amount < 0) && amounts.every((amount) => amount <= 0)
    }),
  )
}

export function moneyOfRow(facts: RowFacts, context: MoneyContext): StatementMoney[] {
  const costs = costLines(facts, context)
  const parts = partLines(facts, context.paymentNumber, costs)
  if (parts) return parts
  return isPaid(facts, context) ? [...cashLines(facts, context.columns), ...costs] : []
}

/** Whether the courier pays what stands in the row. Without a word about it, the payment is named by number or day. */
export function isPaid({ texts, dates, state, payment }: RowFacts, context: MoneyContext): boolean {
  const { columns } = context
  if (payment) return payment !== 'unpaid'
  if (context.isOfStates || columns.paymentStatus !== undefined) return false
  if (columns.paymentNumber !== undefined) return texts.paymentNumber !== undefined
  if (columns.paidOn !== undefined) return dates.paidOn !== undefined
  return !texts.status || state === 'delivered' || NOT_SOLD.includes(state)
}

function cashLines(facts: RowFacts, columns: Columns): StatementMoney[] {
  const { amounts, dates, payment } = facts
  const cash = cashOf(facts, columns)
  const adjusted = (payment === 'adjusted' ? cash : 0) + (amounts.adjustment ?? 0)
  const paid = payment === 'reverted' ? -Math.abs(cash) : payment === 'adjusted' ? 0 : cash
  return [
    ...line('cash', paid, dates.paidOn?.day),
    ...line('adjustment', adjusted, dates.paidOn?.day),
  ]
}

/** Whether an amount to collect is left out of what is paid, because the parcel came back. */
export function isLeftOut(facts: RowFacts, context: MoneyContext): boolean {
  const { toCollect = 0, upfront = 0, reserve = 0 } = facts.amounts
  const hasOther = context.columns.cash !== undefined || upfront !== 0 || reserve !== 0
  return (
    toCollect !== 0 && !hasOther && isPaid(facts, context) && cashOf(facts, context.columns) === 0
  )
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

function costLines({ amounts, dates }: RowFacts, context: MoneyContext): StatementMoney[] {
  return costFields(context.columns).flatMap(([field, kind]) => {
    const amount = amounts[field] ?? 0
    return line(kind, context.negativeCosts.has(field) ? amount : -amount, dates.paidOn?.day)
  })
}

function costFields(columns: Columns) {
  const single = COSTS.filter(([field]) => columns[field] !== undefined)
  return single.length > 0 ? single : SUM_OF_COSTS
}

function line(
  kind: StatementMoney['kind'],
  amount: number,
  dated: string | undefined,
): StatementMoney[] {
  return amount === 0 ? [] : [{ kind, amount, ...(dated && { dated }) }]
}
