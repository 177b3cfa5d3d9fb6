/* Statements: files of couriers that were applied (docs/product.md, section 22). Amounts are minor units. */
import type { Page } from '#admin/lists/list.ts'
import type { Trail } from '#admin/lists/trail.ts'
import type { MoneyLine, ParcelState } from '#admin/order/parcels.ts'
import { formatMoney } from '#kit/money.ts'

export interface Statement {
  id: number
  courier: string
  /** The courier's own. */
  number: string | null
  fileName: string
  /** `2026-11-25` */
  dated: string | null
  /** ISO timestamps. */
  appliedAt: string
  undoneAt: string | null
  inBankAt: string | null
  /** What the file says that it pays. */
  net: number | null
  /** Of its lines. */
  sum: number
  parcels: number
}

export type PageOfStatements = Page<Statement, Trail>

/** A parcel of a statement. */
export interface StatementParcel {
  /** The id of the parcel. */
  parcel: number
  orderId: string
  fullName: string
  city: string
  trackingNumber: string | null
  state: ParcelState
  toCollect: number
  /** Its lines of this statement. */
  money: MoneyLine[]
  /** Of its cash in all statements, and what of it is more than was to be collected. */
  paid: number
  overpaid: number
}

export type UndoResult =
  | { ok: true; left: { orderId: string; why: string }[] }
  | { ok: false; code: string }

export type InBankResult = { ok: true } | { ok: false; code: string }

/** What the file says that it pays, beside what its lines sum to. */
export function compareNet(net: number | null | undefined, sum: number): string {
  const ofLines = `The lines sum to ${formatMoney(sum)}.`
  if (net === null || net === undefined) return `The file names no sum. ${ofLines}`
  const difference = net - sum
  return difference === 0
    ? `The file pays ${formatMoney(net)}, and so do its lines.`
    : `The file pays ${formatMoney(net)}. ${ofLines} The difference is ${formatMoney(difference)}.`
}

export function undoneSentence(id: number, result: UndoResult): string {
  if (!result.ok) return `There is no statement ${id}.`
  const { left } = result
  const done = `Statement ${id} is undone: its money is gone.`
  if (left.length === 0) return done
  const names = left.map(({ orderId, why }) => `${orderId} (${WHY_IT_STAYS[why] ?? why})`)
  return `${done} The state of ${left.length === 1 ? 'one parcel' : `${left.length} parcels`} stays: ${names.join(', ')}.`
}

const WHY_IT_STAYS: Record<string, string> = {
  changed_since: 'something newer happened',
  erased: 'its customer was erased',
}
