/* The money lines of a row (docs/product.md, rules 22.30 to 22.32). */
import type { StatementField } from './fields.ts'
import type { Columns } from './find-columns.ts'
import { partLines } from './paid-in-parts.ts'
import type { RowFacts } from './row-facts.ts'
import type { StatementMoney } from './statement.ts'

export interface MoneyContext {
  columns: Columns
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

const ON_THE_WAY: readonly unknown[] = [
  'booked',
  'handed_over',
  'out_for_delivery',
  'attempt_failed',
]
const NOT_SOLD: readonly unknown[] = ['returning', 'returned', 'lost', 'cancelled']

export function moneyOfRow(facts: RowFacts, context: MoneyContext): StatementMoney[] {
  const costs = costLines(facts, context)
  const parts = partLines(facts, context.paymentNumber, costs)
  if (parts) return parts
  return isPaid(facts, context.columns) ? [...cashLines(facts, context.columns), ...costs] : []
}

/** Without a word about payments, a row of a file that names its payments is paid where it has one. */
export function isPaid({ texts, state, payment }: RowFacts, columns: Columns): boolean {
  if (payment) return payment !== 'unpaid'
  if (columns.paymentStatus !== undefined) return false
  if (columns.paymentNumber !== undefined) return texts.paymentNumber !== undefined
  return !ON_THE_WAY.includes(state)
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

/** An amount to collect was collected where the parcel is delivered, or where the row says that it is paid. */
function cashOf({ amounts, texts, state, payment }: RowFacts, columns: Columns): number {
  if (columns.cash !== undefined) return amounts.cash ?? 0
  if (NOT_SOLD.includes(state)) return 0
  const isCollected = payment !== undefined || state === 'delivered' || !texts.status
  const collected = columns.toCollect === undefined ? amounts.balance : amounts.toCollect
  return isCollected ? (collected ?? 0) : 0
}

function costLines({ amounts, dates }: RowFacts, context: MoneyContext): StatementMoney[] {
  return costFields(context.columns).flatMap(([field, kind]) => {
    const amount = amounts[field] ?? 0
    return line(kind, context.negativeCosts.has(field) ? amount : -amount, dates.paidOn?.day)
  })
}

export function costFields(columns: Columns) {
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
