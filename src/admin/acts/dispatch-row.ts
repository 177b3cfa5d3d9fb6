/*
 * One order of those that are dispatched together: what the admin saw of it, its change, and what has become
 * of that. The order page has one row; a bulk change has one per order.
 */

import type { AskedReason, PackingReason } from '#admin/order/packing.ts'
import type { Order } from '#order/order.ts'
import type { ActRow, RowResult } from './acts.api.ts'
import type { SentAct } from './acts.store.ts'
import { type Dispatch, type DispatchChange, type Dispatched, dispatchOf } from './dispatch.ts'

export interface DispatchRow {
  id: string
  /** Empty after a reload. */
  fullName: string
  /** The version that the change is made from, or has made. */
  version: number
  /** What the admin saw of it, or what it is by now. */
  seen: Dispatch
  change: DispatchChange
  /** What the admin was asked about: the order leaves all the same. */
  include: readonly AskedReason[]
  result: DispatchResult
}

type DispatchResult =
  | { state: 'planned' | 'sending' | 'saved' }
  /** Not possible, for these reasons where the order may not leave. */
  | { state: 'refused'; code: string; reasons?: readonly PackingReason[] }
  /** Another version by now, which `seen` has. */
  | { state: 'stale'; before: Dispatch }
  /** The shop could not be reached, or the program failed: whether it is saved is unknown. */
  | { state: 'unreachable' | 'unforeseen' }
  /** The session is over, so nothing was changed. */
  | { state: 'signedOut' }

/** What a change is planned of: a row of the list, or an order with the name of its customer. */
export type PlannedOrder = Dispatched & {
  id: string
  version: number
  fullName?: string
  reasons?: readonly PackingReason[]
}

/** How an order goes out, as the result of an act has it. */
type Booked = Dispatch & Pick<Order, 'version' | 'booked'>

export function planRow(
  order: PlannedOrder,
  change: DispatchChange = {},
  include: readonly AskedReason[] = [],
): DispatchRow {
  const { id, fullName = '', version } = order
  const result = { state: 'planned' as const }
  return { id, fullName, version, seen: dispatchOf(order), change, include, result }
}

/** As the act "book" takes it. */
export function toActRow({ id, version, change, include }: DispatchRow): ActRow {
  return { id, version, ...change, include: [...include] }
}

/** The rows with what has become of them by their act, or by its undoing. */
export function withResults(
  rows: readonly DispatchRow[],
  { state, why, results }: SentAct<unknown>,
): DispatchRow[] {
  if (state === 'sending') return rows.map((row) => ({ ...row, result: { state } }))
  if (state === 'unsent') return rows.map((row) => ({ ...row, result: { state: whyUnsent(why) } }))
  const byId = new Map(results.map((result) => [result.id, result]))
  return rows.map((row) => withResult(row, byId.get(row.id)))
}

function whyUnsent(why: string) {
  if (why === 'forbidden') return 'signedOut'
  return why === 'unforeseen' || why === 'planned' ? why : 'unreachable'
}

function withResult(row: DispatchRow, saved: RowResult | undefined): DispatchRow {
  const now = saved && bookedOf(saved)
  if (saved?.ok) {
    const version = now?.version ?? (saved['version'] as number | undefined) ?? row.version
    return { ...row, version, result: { state: 'saved' } }
  }
  const code = saved?.code ?? 'refused'
  if (code !== 'stale' || !now) {
    const reasons = saved?.['reasons'] as PackingReason[] | undefined
    return { ...row, result: { state: 'refused', code, ...(reasons && { reasons }) } }
  }
  const { version, booked: _, ...seen } = now
  return { ...row, version, seen, result: { state: 'stale', before: row.seen } }
}

function bookedOf(result: RowResult): Booked | undefined {
  return result['order'] as Booked | undefined
}

/** What the result says of the order, as pages show it. */
export function orderParts(result: RowResult | undefined) {
  const booked = result && bookedOf(result)
  if (!booked) return undefined
  const { version, status, endReason } = booked
  return {
    version,
    status,
    courier: booked.courier ?? undefined,
    trackingNumber: booked.trackingNumber ?? undefined,
    outcome: booked.outcome ?? undefined,
    booked: booked.booked,
    endReason,
  }
}

export type BookedParts = NonNullable<ReturnType<typeof orderParts>>
