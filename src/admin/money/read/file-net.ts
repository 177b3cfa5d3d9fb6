/* What a file itself says that it pays. */
import { parseAmount } from './amounts.ts'
import type { Columns } from './find-columns.ts'
import type { FileRow } from './row-facts.ts'
import type { SortedRows } from './row-kinds.ts'

/** Of the last total that has a net amount, else of the net amounts of all rows. Undefined where there is neither. */
export function netOfFile({ parcels, totals }: SortedRows, columns: Columns): number | undefined {
  for (const total of [...totals].reverse()) {
    const net = amountIn(total, columns.net) ?? labelledNet(total)
    if (net !== undefined) return net
  }
  const nets = parcels.flatMap((row) => amountIn(row, columns.net) ?? [])
  return nets.length > 0 ? nets.reduce((sum, net) => sum + net, 0) : undefined
}

function amountIn({ cells }: FileRow, column: number | undefined): number | undefined {
  const cell = column === undefined ? '' : (cells[column] ?? '')
  return cell === '' ? undefined : parseAmount(cell)?.minor
}

/** `Net payable`, and one amount somewhere beside it. */
function labelledNet({ cells }: FileRow): number | undefined {
  const label = cells.find((cell) => /^net\b/i.test(cell))
  if (!label) return undefined
  const amounts = [label.replace(/^[^\d(-]*/, ''), ...cells.filter((cell) => cell !== label)]
    .filter((cell) => /\d/.test(cell))
    .map((cell) => parseAmount(cell)?.minor)
  return amounts.length === 1 ? amounts[0] : undefined
}
