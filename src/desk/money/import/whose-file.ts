/*
 * Whose file it is: the courier of the parcels that it names, else the one whose headers and words it has. Undefined
 * where that is not clear: then the admin is asked (docs/product.md, rule 22.54).
 */
import type { Courier } from '#admin/order/couriers.ts'
import { toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { formatOf } from '#desk/files/formats/formats.ts'
import { fieldOfHeader } from '#desk/files/headers.ts'
import { looksLikeNumber, mayBeOrderId } from '#desk/files/numbers/numbered-order.ts'
import { MAX_LINES, type NamedParcel } from '#desk/files/numbers/numbers.api.ts'
import { toWord } from '#desk/files/read/status-words.ts'
import type { Sheet } from '#desk/files/sheet.ts'

/** Enough to tell couriers apart. */
const MAX_CELLS = 5000

/** Of headers and words of a format. One alone may be anybody's. */
const MIN_SIGNS = 2

export async function whoseFile(
  sheets: readonly Sheet[],
  couriers: readonly Courier[],
  findCouriers: (parcels: readonly NamedParcel[]) => Promise<string[]>,
): Promise<string | undefined> {
  const cells = sheets
    .flatMap(({ rows }) => rows.flat())
    .filter(Boolean)
    .slice(0, MAX_CELLS)
  const named = namedIn(cells)
  const found = named.length > 0 ? await findCouriers(named) : []
  const offered = couriers.filter(({ active }) => active)
  const [only, ...others] = offered
  return (
    mostOf(found) ??
    mostOf(
      offered.flatMap(({ id, format }) => signsOf(format, cells).map(() => id)),
      MIN_SIGNS,
    ) ??
    (others.length === 0 ? only?.id : undefined)
  )
}

/** What may be the id of an order, or a tracking number. */
function namedIn(cells: readonly string[]): NamedParcel[] {
  const references = cells.filter(mayBeOrderId).map(toReference)
  const numbers = cells.filter(looksLikeNumber).map(toTrackingNumber)
  return [
    ...[...new Set(references)].map((reference) => ({ reference })),
    ...[...new Set(numbers)].map((trackingNumber) => ({ trackingNumber })),
  ].slice(0, MAX_LINES)
}

/** The cells that files of this format alone have. */
function signsOf(format: string, cells: readonly string[]): string[] {
  const words = new Set(Object.values(formatOf(format).words ?? {}).flat())
  return [...new Set(cells)].filter(
    (cell) => fieldOfHeader(cell, format)?.isOwn || words.has(toWord(cell)),
  )
}

/** The one that there are more of than of all others, and at least so many. */
function mostOf(ids: readonly string[], least = 1): string | undefined {
  return [...new Set(ids)].find((id) => {
    const count = ids.filter((one) => one === id).length
    return count >= least && count * 2 > ids.length
  })
}
