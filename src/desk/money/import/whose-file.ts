/*
 * Whose file it is: the courier of the parcels that it names, else the only one there is. Undefined where that is not
 * clear: then the admin is asked (docs/desk-rules.md, rule 22.54).
 */
import type { Courier } from '#admin/parcels/couriers.ts'
import { looksLikeNumber, mayBeOrderId, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { LINES_OF_REQUEST, type NamedParcel } from '#desk/files/numbers/numbers.api.ts'
import type { FileSheet } from '#desk/files/sheet.ts'

/** Enough to tell couriers apart. */
const MAX_CELLS = 5000

export async function whoseFile(
  sheets: readonly FileSheet[],
  couriers: readonly Courier[],
  findCouriers: (parcels: readonly NamedParcel[]) => Promise<string[]>,
): Promise<string | undefined> {
  const cells = sheets
    .flatMap(({ rows }) => rows.flat())
    .filter(Boolean)
    .slice(0, MAX_CELLS)
  const named = namedIn(cells)
  const found = named.length > 0 ? await findCouriers(named) : []
  const [only, ...others] = couriers.filter(({ active }) => active)
  return mostOf(found) ?? (others.length === 0 ? only?.id : undefined)
}

/** What may be the id of an order, or a tracking number. */
function namedIn(cells: readonly string[]): NamedParcel[] {
  const references = cells.filter(mayBeOrderId).map(toReference)
  const numbers = cells.filter(looksLikeNumber).map(toTrackingNumber)
  return [
    ...[...new Set(references)].map((reference) => ({ reference })),
    ...[...new Set(numbers)].map((trackingNumber) => ({ trackingNumber })),
  ].slice(0, LINES_OF_REQUEST)
}

/** The id of more than half of them. */
function mostOf(ids: readonly string[]): string | undefined {
  return [...new Set(ids)].find((id) => ids.filter((one) => one === id).length * 2 > ids.length)
}
