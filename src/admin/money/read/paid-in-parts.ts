/* A parcel that is paid upfront and from a reserve, each with a payment of its own (PostEx). */
import { sumOf } from '#admin/order/parcels.ts'
import type { StatementField } from './fields.ts'
import type { RowFacts } from './row-facts.ts'
import type { StatementMoney } from './statement.ts'

const PARTS = [
  { amount: 'upfront', on: 'upfrontOn', number: 'upfrontNumber' },
  { amount: 'reserve', on: 'reserveOn', number: 'reserveNumber' },
] as const satisfies Record<string, StatementField>[]

/** The lines of the parts that the payment is about. Undefined where the row has no parts. */
export function partLines(
  { amounts, dates, texts }: RowFacts,
  paymentNumber: string | undefined,
  costs: readonly StatementMoney[],
): StatementMoney[] | undefined {
  const parts = PARTS.flatMap(({ amount, on, number }) => {
    const paid = amounts[amount] ?? 0
    return paid === 0
      ? []
      : { paid, dated: (dates[on] ?? dates.paidOn)?.day, number: texts[number] }
  })
  if (parts.length === 0) return undefined
  const sum = parts.reduce((total, { paid }) => total + paid, 0)
  const cost = sumOf(costs)
  // Costs that were deducted from the parts are in the cash that was collected.
  const deducted = sum === (amounts.toCollect ?? Number.NaN) + cost ? cost : 0
  return parts.flatMap(({ paid, dated, number }, nth) => {
    if (paymentNumber && number && number !== paymentNumber) return []
    const cash = nth === 0 ? paid - deducted : paid
    // Costs belong to the first payment.
    const lines: StatementMoney[] = [{ kind: 'cash', amount: cash }, ...(nth === 0 ? costs : [])]
    return lines.map((line) => ({ ...line, ...(dated && { dated }) }))
  })
}
