/* What is asked before a sheet books orders (docs/product.md, rule 21.47). */
import {
  type AskedReason,
  isAsked,
  type PackingReason,
  REASON_COUNTS,
  reasonsLeft,
} from '#admin/order/packing.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { fetchPackable } from './batches.api.ts'
import { BATCH_SIZE, type Packable, type PackingGroup } from './batches.ts'

/** Of more orders than one request takes. */
export async function findPackable(
  fetch: typeof fetchPackable,
  ids?: readonly string[],
): Promise<Packable> {
  if (!ids) return fetch()
  const parts = await Promise.all([...partsOf(ids, BATCH_SIZE)].map((some) => fetch(some)))
  return {
    groups: parts.flatMap(({ groups }) => groups),
    changed: parts.flatMap(({ changed }) => changed),
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

/** The reasons that orders have, each with how many: some may be included, the others keep theirs out. */
export function reasonCounts(
  groups: readonly PackingGroup[],
): { reason: Exclude<PackingReason, 'booked'>; orders: number }[] {
  const reasons = Object.keys(REASON_COUNTS) as PackingReason[]
  return reasons.flatMap((reason) => {
    if (reason === 'booked') return []
    const orders = ordersOf(groups, (all) => reasonsLeft(all).includes(reason))
    return orders > 0 ? { reason, orders } : []
  })
}

/** ISO timestamp: when the oldest order was placed. */
export function oldestOf(groups: readonly PackingGroup[]): string | undefined {
  return groups.map(({ oldest }) => oldest).sort()[0]
}

/** Whether anything is to be asked about these orders. */
export function isQuestion({ groups }: Packable): boolean {
  return groups.some(({ reasons }) => reasonsLeft(reasons).some(isAsked))
}

function ordersOf(
  groups: readonly PackingGroup[],
  isWanted: (reasons: readonly PackingReason[]) => boolean,
): number {
  return groups
    .filter(({ reasons }) => isWanted(reasons))
    .reduce((sum, { orders }) => sum + orders, 0)
}
