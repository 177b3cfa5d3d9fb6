/* A parcel that is paid upfront and from a reserve, each with a payment of its own (PostEx). */
import { sumOf } from '#admin/parcels/parcels.ts'
import type { ColumnField } from '#desk/files/fields.ts'
import type { FileMoney } from './courier-file.ts'
import type { Columns } from './find-columns.ts'
import type { RowFacts } from './row-facts.ts'

const PARTS = [
  { amount: 'upfront', on: 'upfrontOn', number: 'upfrontNumber' },
  { amount: 'reserve', on: 'reserveOn', number: 'reserveNumber' },
] as const satisfies Record<string, ColumnField>[]

interface RowPart {
  paid: number
  dated: string | undefined
  number: string | undefined
  /** It has a number or a day of its own; where the file has no columns for them, the row says that it is paid. */
  isPaid: boolean
}

/** None where the row is paid at once. */
export function partsOf(
  { amounts, dates, texts }: RowFacts,
  columns: Columns,
  isRowPaid: boolean,
): RowPart[] {
  return PARTS.flatMap(({ amount, on, number }) => {
    const paid = amounts[amount] ?? 0
    if (paid === 0) return []
    const isNamed = texts[number] !== undefined || dates[on] !== undefined
    const hasColumns = columns[number] !== undefined || columns[on] !== undefined
    return {
      paid,
      dated: (dates[on] ?? dates.paidOn)?.day,
      number: texts[number],
      isPaid: hasColumns ? isNamed : isRowPaid,
    }
  })
}

/** The lines of the parts that are paid, by the payment that the file is about. */
export function partLines(
  parts: readonly RowPart[],
  toCollect: number | undefined,
  paymentNumber: string | undefined,
  costs: readonly FileMoney[],
): FileMoney[] {
  const sum = parts.reduce((total, { paid }) => total + paid, 0)
  const cost = sumOf(costs)
  // Costs that were deducted from the parts are in the cash that was collected.
  const deducted = toCollect !== undefined && sum === toCollect + cost ? cost : 0
  const isOfPayment = parts.some(({ number }) => number !== undefined && number === paymentNumber)
  return parts.flatMap(({ paid, dated, number, isPaid }, nth) => {
    const isOfOther = number ? number !== paymentNumber : isOfPayment
    if (!isPaid || (paymentNumber && isOfOther)) return []
    const cash = nth === 0 ? paid - deducted : paid
    // Costs belong to the first payment.
    const lines: FileMoney[] = [{ kind: 'cash', amount: cash }, ...(nth === 0 ? costs : [])]
    return lines.map((line) => ({ ...line, dated }))
  })
}
