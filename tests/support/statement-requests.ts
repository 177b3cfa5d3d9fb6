/* Orders with couriers, and the files that couriers send back, for tests of parcels and their money. */
import { createHash } from 'node:crypto'

export interface Money {
  kind: 'cash' | 'fee' | 'tax' | 'return_fee' | 'adjustment'
  amount: number
  dated?: string
}

export interface Line {
  row?: number
  reference?: string
  trackingNumber?: string
  state?: string
  word?: string
  reason?: string
  at?: string
  money?: Money[]
}

/** The row of the act "apply" with the digest of its lines. */
export function aStatement(lines: Line[], more: Record<string, unknown> = {}) {
  const numbered = lines.map((line, index) => ({ row: index + 1, ...line }))
  return {
    id: '',
    courier: 'postex',
    digest: createHash('sha256').update(JSON.stringify(numbered)).digest('hex'),
    fileName: 'payments.xlsx',
    lines: numbered,
    ...more,
  }
}

export const cash = (amount: number, dated?: string): Money => ({
  kind: 'cash',
  amount,
  ...(dated && { dated }),
})
