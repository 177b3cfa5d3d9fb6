/* Statements: files of couriers that were applied (docs/product.md, section 22). Amounts are minor units. */
import type { Page } from '#admin/lists/list.ts'
import type { Trail } from '#admin/lists/trail.ts'
import type { MoneyLine, ParcelState } from '#admin/order/parcels.ts'
import type { ReadFile } from '#desk/files/read/statement.ts'
import { type Came, paidFigures } from '#desk/money/came.ts'
import { formatMoney } from '#kit/money.ts'
import { countOf } from '#kit/text.ts'
import type { Compared } from './applying.ts'

export interface Statement extends Pick<Came, 'customersPaid' | 'couriersKept' | 'unlisted'> {
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
  /** The act that applied it. */
  request: string | null
  /** What was transferred, in sum and by the day of payment: a payment in parts has several. */
  came: number
  days: { day: string; came: number }[]
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
  /** `restored`: the statement in whose place it was. */
  | { ok: true; left: { orderId: string; why: string }[]; restored?: number }
  | { ok: false; code: string }

/** What is asked before a file is applied: where its own sum and its lines differ, and what reading it left open. */
export function questionsBefore(
  { net, sum, former }: Pick<Compared, 'net' | 'sum' | 'former'>,
  { questions, problems, unknownWords }: Pick<ReadFile, 'questions' | 'problems' | 'unknownWords'>,
): string[] {
  const differs = typeof net === 'number' && net !== sum
  const open = unknownWords.filter(({ hasMoney }) => hasMoney)
  const unsaid = open.map(
    ({ word, rows }) =>
      `“${word}” is not answered: the money of ${countOf(rows.length, 'row')} is left out.`,
  )
  return [
    ...(differs ? [compareNet(net, sum)] : []),
    ...(former && former.costs !== 0
      ? [
          `The statement that is undone sums to ${formatMoney(former.sum)}, with costs and adjustments of ${formatMoney(former.costs)}.`,
        ]
      : []),
    ...unsaid,
    ...questions,
    ...problems.map((problem) => `Left out: ${problem}`),
  ]
}

/** What the file says that it pays, beside what its lines sum to. */
export function compareNet(net: number | null | undefined, sum: number): string {
  const ofLines = `The lines sum to ${formatMoney(sum)}.`
  if (net === null || net === undefined) return `The file names no sum. ${ofLines}`
  const difference = net - sum
  return difference === 0
    ? `The file pays ${formatMoney(net)}, and so do its lines.`
    : `The file pays ${formatMoney(net)}. ${ofLines} The difference is ${formatMoney(difference)}.`
}

/** Whether it says anything of money: files of states do not. */
export function hasMoney({ came, customersPaid, couriersKept }: Statement): boolean {
  return [came, customersPaid, couriersKept].some((amount) => amount !== 0)
}

/** `Customers paid 1459.00 · Couriers kept -226.20`. */
export function formatPaid(statement: Statement): string {
  if (!hasMoney(statement)) return 'No money'
  const figures = paidFigures(statement)
  return figures.map(({ label, amount }) => `${label} ${formatMoney(amount)}`).join(' · ')
}

export function undoneSentence(id: number, result: UndoResult): string {
  if (!result.ok) return `Statement ${id} was undone or replaced already.`
  const { left, restored } = result
  const back = restored === undefined ? '' : ` Statement ${restored} is applied again.`
  const done = `Statement ${id} is undone: its money is gone.${back}`
  if (left.length === 0) return done
  const names = left.map(({ orderId, why }) => `${orderId} (${WHY_IT_STAYS[why] ?? why})`)
  return `${done} The state of ${left.length === 1 ? 'one parcel' : `${left.length} parcels`} stays: ${names.join(', ')}.`
}

const WHY_IT_STAYS: Record<string, string> = {
  changed_since: 'something newer happened',
  erased: 'its customer was erased',
}
