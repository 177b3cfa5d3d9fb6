/* The courier's number of the one payment that a file is about. */
import type { StatementField } from './fields.ts'
import type { RowFacts } from './row-facts.ts'

const NUMBER_FIELDS: readonly StatementField[] = ['paymentNumber', 'upfrontNumber', 'reserveNumber']

export interface PaymentNumbers {
  /** The only number that all paid rows have. */
  common: string | undefined
  /** How many there are. */
  count: number
}

export function paymentNumbers(facts: readonly RowFacts[]): PaymentNumbers {
  const ofRows = facts
    .map(({ texts }) => NUMBER_FIELDS.flatMap((field) => texts[field] ?? []))
    .filter(({ length }) => length > 0)
  const [first = []] = ofRows
  const common = new Set(first.filter((number) => ofRows.every((row) => row.includes(number))))
  return {
    common: common.size === 1 ? [...common][0] : undefined,
    count: new Set(ofRows.flat()).size,
  }
}
