/* A slip is scanned, then its label (docs/product.md, rule 21.15). What comes out of turn is said, and changes nothing. */
import { quote, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import {
  NOTHING_KNOWN,
  type NumberedOrder,
  wrongNumber,
} from '#desk/files/numbers/numbered-order.ts'

export interface Pair {
  order: NumberedOrder
  number: string
}

export interface Scanning {
  /** The order whose slip was scanned, and whose label comes next. */
  slip: NumberedOrder | undefined
  pairs: readonly Pair[]
  /** What came of the last scan. */
  says: string
  isProblem: boolean
}

export const FIRST_SCAN: Scanning = { slip: undefined, pairs: [], says: '', isProblem: false }

export function scan(
  scanning: Scanning,
  typed: string,
  orders: readonly NumberedOrder[],
): Scanning {
  const order = orders.find(({ id }) => id === toReference(typed))
  return order ? scanSlip(scanning, order) : scanLabel(scanning, toTrackingNumber(typed), orders)
}

function scanSlip({ slip, pairs }: Scanning, order: NumberedOrder): Scanning {
  if (order.closed) {
    const says = `${order.id} ${order.closed}: put this parcel aside.`
    return { slip: undefined, pairs, says, isProblem: true }
  }
  const next = `Now scan the label of ${nameOf(order)}.`
  const isAfterSlip = slip !== undefined && slip.id !== order.id
  const says = isAfterSlip ? `A slip after a slip: ${slip.id} has no number yet. ${next}` : next
  return { slip: order, pairs, says, isProblem: isAfterSlip }
}

function scanLabel(
  { slip, pairs }: Scanning,
  number: string,
  orders: readonly NumberedOrder[],
): Scanning {
  const refuse = (says: string) => ({ slip, pairs, says, isProblem: true })
  if (!slip) {
    const [last] = pairs.slice(-1)
    const before = last ? ` The last one was that of ${last.order.id}.` : ''
    return refuse(
      `${quote(number)} is no slip of these orders. Scan a slip first, then its label.${before}`,
    )
  }
  const same = pairs.find(
    (pair) => pair.number.toUpperCase() === number.toUpperCase() && pair.order.id !== slip.id,
  )
  if (same) return refuse(`${quote(number)} was scanned for ${same.order.id} already.`)
  const problem = wrongNumber(number, orders, NOTHING_KNOWN, slip)
  if (problem) return refuse(problem)
  const others = pairs.filter(({ order }) => order.id !== slip.id)
  const says = `${number} is the number of ${nameOf(slip)}. Scan the next slip.`
  return { slip: undefined, pairs: [...others, { order: slip, number }], says, isProblem: false }
}

function nameOf({ id, fullName }: NumberedOrder): string {
  return `${id} (${fullName})`
}
