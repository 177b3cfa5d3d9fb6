/* What a courier's file says, as admin_apply_statement() takes it. Amounts are minor units. */
import type { ColumnReport } from './find-columns.ts'
import type { FileState } from './status-words.ts'

export interface StatementMoney {
  /** Costs (fee, tax, return_fee) are negative. */
  kind: 'cash' | 'fee' | 'tax' | 'return_fee' | 'adjustment'
  amount: number
  /** `2026-11-05` */
  dated?: string
}

export interface StatementLine {
  /** In the file, from 1. */
  row: number
  /** The id of an order. */
  reference?: string
  /** Without spaces and hyphens. */
  trackingNumber?: string
  /** Absent where the word changes nothing. */
  state?: FileState
  word?: string
  reason?: string
  /** ISO timestamp. */
  at?: string
  money: StatementMoney[]
}

export interface StatementInput {
  courier: string
  /** The courier's own number of the payment. */
  number?: string
  digest: string
  fileName: string
  /** `2026-11-05` */
  dated?: string
  /** What the file itself says that it pays. */
  net?: number
  lines: StatementLine[]
}

export interface RowProblem {
  row: number
  problem: string
}

export interface UnknownWord {
  word: string
  rows: number[]
}

export type ReadStatement =
  | {
      ok: true
      statement: StatementInput
      report: ColumnReport
      unknownWords: UnknownWord[]
      /** Rows that are not in the statement. */
      problems: RowProblem[]
      /** What the admin should know of how the file was read, in sentences. */
      notes: string[]
    }
  /** With a report where the admin can choose columns. */
  | { ok: false; problem: string; report?: ColumnReport }
