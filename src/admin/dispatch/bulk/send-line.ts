/* One request of a bulk change, and what is known of its order afterwards. */
import type { Booking, OrderResult } from '#admin/order/orders.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { type BulkLine, describeStale, hasChange } from './bulk-line.ts'
import { type Seen, seenOf } from './bulk-plan.ts'

export interface LineRequests {
  save: (id: string, version: number, change: Booking) => Promise<OrderResult>
  fetchOutcome: (id: string) => Promise<Booking['outcome'] | undefined>
}

/** The line after its request. Rejects with `forbidden` at the end of the session. */
export async function sendLine(line: BulkLine, requests: LineRequests): Promise<BulkLine> {
  try {
    const seen = await withOutcome(line, requests)
    const result = await requests.save(line.id, line.version, line.change)
    return afterResponse({ ...line, seen }, result)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'forbidden') throw error
    console.error('Error updating order status', error)
    if (code === 'refused') return { ...line, outcome: 'refused' }
    const outcome = code === 'unforeseen' ? 'unforeseen' : 'unreachable'
    return { ...line, outcome, isUnknown: true }
  }
}

/** A cancelled order that is opened again loses why its delivery failed: undo brings it back. */
async function withOutcome(
  { id, seen, change }: BulkLine,
  { fetchOutcome }: LineRequests,
): Promise<Seen> {
  if (seen.status !== 'cancelled' || !change.status || seen.outcome) return seen
  const outcome = await fetchOutcome(id)
  return outcome ? { ...seen, outcome } : seen
}

function afterResponse(line: BulkLine, result: OrderResult): BulkLine {
  if (result.ok) return savedAs(line, result.order.version)
  const { code, order } = result
  if (!order) return { ...line, outcome: code === 'not_found' ? 'missing' : 'refused' }
  // The request whose response is missing had arrived.
  if (line.isUnknown && hasChange(order, line.change)) return savedAs(line, order.version)
  return {
    ...line,
    outcome: 'stale',
    version: order.version,
    seen: seenOf(order),
    meanwhile: describeStale(line.seen, order),
  }
}

function savedAs(line: BulkLine, version: number): BulkLine {
  return { ...line, outcome: 'saved', version, isUnknown: false }
}
