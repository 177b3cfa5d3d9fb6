/* What is asked before a sheet books orders (docs/product.md, rule 21.47). */
import {
  type AskedReason,
  type PackingReason,
  REASON_COUNTS,
  reasonsLeft,
} from '#admin/order/packing.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { fetchPackable } from './batches.api.ts'
import { BATCH_SIZE, type Packable, type PackingGroup, type StoppedOrder } from './batches.ts'

/** Of more orders than one request takes. */
export async function findPackable(
  fetch: typeof fetchPackable,
  ids?: readonly string[],
): Promise<Packable> {
  if (!ids) return fetch()
  const parts = await Promise.all([...partsOf(ids, BATCH_SIZE)].map((some) => fetch(some)))
  return {
    groups: parts.flatMap(({ groups }) => groups),
    stopped: parts.flatMap(({ stopped }) => stopped),
  }
}

/** How many of the groups a sheet books, with what is included. */
export function countPackable(
  groups: readonly PackingGroup[],
  included: readonly AskedReason[],
): number {
  return ordersOf(groups, (reasons) => {
    return !reasons.includes('booked') && reasonsLeft(reasons, included).length === 0
  })
}

/** How many orders of a reason are named. */
const MAX_NAMES = 8

/** The reasons that orders have, each with how many and the first names: some may be included, the others keep theirs out. */
export function stoppedBy(groups: readonly PackingGroup[], stopped: readonly StoppedOrder[]) {
  const reasons = Object.keys(REASON_COUNTS) as PackingReason[]
  return reasons.flatMap((reason) => {
    if (reason === 'booked') return []
    const orders = ordersOf(groups, (all) => reasonsLeft(all).includes(reason))
    const named = stopped.filter(({ reasons }) => reasonsLeft(reasons).includes(reason))
    return orders > 0 ? { reason, orders, named: named.slice(0, MAX_NAMES) } : []
  })
}

/** Whether any of these orders would stay out. */
export function isQuestion({ groups }: Packable): boolean {
  return groups.some(({ reasons }) => reasonsLeft(reasons).length > 0)
}

function ordersOf(
  groups: readonly PackingGroup[],
  isWanted: (reasons: readonly PackingReason[]) => boolean,
): number {
  return groups
    .filter(({ reasons }) => isWanted(reasons))
    .reduce((sum, { orders }) => sum + orders, 0)
}
