/* What the database knows of the numbers of a list. May throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { partsOf } from '#admin/kit/parts-of.ts'
import { mayBeOrderId, toReference } from '#desk/files/cell.ts'
import type { KnownNumbers } from './numbered-order.ts'

/** The most that one request matches: admin_match_lines(). */
export const LINES_OF_REQUEST = 500

/** What a line of a file names a parcel by. */
export type NamedParcel = { reference: string } | { trackingNumber: string }

interface MatchedLine {
  /** The order whose parcel it is now. */
  id: string | null
  fullName: string | null
  why: string | null
  /** Of the parcel. */
  courier: string | null
}

/** What each line is about, in their order. */
export async function matchLines(lines: readonly NamedParcel[]): Promise<MatchedLine[]> {
  return (await adminRpc<{ matched: MatchedLine[] }>('admin_match_lines', { lines })).matched
}

/** Whose these numbers are, and which of them are ids of orders. */
export async function lookUpNumbers(numbers: readonly string[]): Promise<KnownNumbers> {
  const taken = new Map<string, { id: string; fullName: string }>()
  const orderIds = new Set<string>()
  const lines = numbers.flatMap((trackingNumber) => [
    { trackingNumber },
    ...(mayBeOrderId(trackingNumber) ? [{ reference: toReference(trackingNumber) }] : []),
  ])
  for (const some of partsOf(lines, LINES_OF_REQUEST)) {
    const matched = await matchLines(some)
    for (const [nth, line] of some.entries()) {
      const { id, fullName, why } = matched[nth] ?? { why: 'not_found' }
      if ('reference' in line) {
        if (why !== 'not_found') orderIds.add(line.reference)
      } else if (id) taken.set(line.trackingNumber, { id, fullName: fullName ?? '' })
    }
  }
  return { taken, orderIds }
}
