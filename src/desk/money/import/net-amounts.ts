/* Amounts of a file that are what the courier paid after its fees, and not what customers paid. */
import { formatSum } from '#config/currency.ts'
import type { FileLine } from '#desk/files/read/courier-file.ts'
import type { AppliedRow } from './applying.ts'

/** Minor units. Amounts that are off by no more have the same share: couriers round to rupees. */
const ROUNDING = 100

/** A row that pays for an order. */
type PaidRow = AppliedRow & { cash: number; toCollect: number }

/**
 * Asks whether the amounts are what the courier paid after its fees (docs/desk-rules.md, rule 22.56): the file names no
 * cost, and each is less than its order by the same sum or share. Undefined where it does not look so.
 */
export function netQuestion(
  rows: readonly AppliedRow[],
  lines: readonly FileLine[],
): string | undefined {
  const paid = rows.filter(isPaidRow)
  const hasCosts = lines.some(({ money }) => money.some(({ kind }) => kind !== 'cash'))
  const less = hasCosts ? undefined : lessThanOrders(paid)
  if (less === undefined) return undefined
  const each = paid.length === 1 ? 'The row is' : 'Each row is'
  return `${each} ${less} less than the order: is this what the courier paid to you, after its fees?`
}

function isPaidRow(row: AppliedRow): row is PaidRow {
  return row.cash !== undefined && row.cash > 0 && row.toCollect !== undefined
}

/** The one sum, or the one share, by which each row is less than its order: `Rs 300.00`, `15 %`. */
function lessThanOrders(paid: readonly PaidRow[]): string | undefined {
  const [first] = [...paid].sort((one, other) => other.toCollect - one.toCollect)
  if (!first || paid.some(({ cash, toCollect }) => cash >= toCollect)) return undefined
  const amount = first.toCollect - first.cash
  if (paid.every(({ cash, toCollect }) => toCollect - cash === amount)) return formatSum(amount)
  const share = amount / first.toCollect
  const isShare = paid.every(
    ({ cash, toCollect }) => Math.abs(toCollect * (1 - share) - cash) <= ROUNDING,
  )
  return isShare ? `${Math.round(share * 1000) / 10} %` : undefined
}

/** The lines with what customers paid, and what the courier kept of it. */
export function asNet(lines: readonly FileLine[], rows: readonly AppliedRow[]): FileLine[] {
  const paid = new Map(rows.filter(isPaidRow).map((row) => [row.row, row]))
  return lines.map((line) => {
    const row = paid.get(line.row)
    if (!row) return line
    const { cash, toCollect } = row
    const dated = line.money[0]?.dated
    const money = [
      { kind: 'cash' as const, amount: toCollect, dated },
      { kind: 'fee' as const, amount: cash - toCollect, dated },
    ]
    return { ...line, money }
  })
}
