/*
 * One order of those that are dispatched together: what the admin saw of it, its change, and what has become
 * of that. The order page has one row; a bulk change has one per order.
 */
import { ASKED_REASONS, type AskedReason, type PackingReason } from '#admin/order/packing.ts'
import { type Dispatch, type DispatchChange, type Dispatched, dispatchOf } from './dispatch.ts'

export interface DispatchRow {
  id: string
  /** Empty after a reload. */
  fullName: string
  /** The version that the change is made from. */
  version: number
  /** What this version has. Undo restores it. */
  seen: Dispatch
  change: DispatchChange
  /** What the admin was asked about: the order leaves all the same. */
  include: readonly AskedReason[]
  result: RowResult
  /** Whether a request was sent whose response is missing: the order may be changed. */
  isUncertain: boolean
}

export type RowResult =
  | { state: 'planned' | 'sending' | 'saved' | 'missing' }
  /** Not possible, for these reasons where the order may not leave. */
  | { state: 'refused'; code: string; reasons?: readonly PackingReason[] }
  /** Another version by now, which `seen` has. */
  | { state: 'stale'; meanwhile: string }
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

export function planRow(
  order: PlannedOrder,
  change: DispatchChange,
  include: readonly AskedReason[] = [],
): DispatchRow {
  const { id, fullName = '', version } = order
  const seen = dispatchOf(order)
  const result = { state: 'planned' as const }
  return { id, fullName, version, seen, change, include, result, isUncertain: false }
}

/** What Retry and Continue send. */
export function isLeft({ result: { state } }: DispatchRow): boolean {
  return ['planned', 'unreachable', 'unforeseen', 'signedOut'].includes(state)
}

export function isSaved({ result }: DispatchRow): boolean {
  return result.state === 'saved'
}

/** The row that restores what was seen. A cancelled order that was opened again lost its outcome and its reason. */
export function undoOf({ seen, change, ...row }: DispatchRow): DispatchRow {
  const before = Object.entries(seen).filter(([part]) => part in change)
  const outcome = seen.outcome && { outcome: seen.outcome }
  const { endReason } = seen
  const reason = endReason && endReason !== 'joined' && { endReason }
  return {
    ...row,
    seen: { ...seen, ...(change as Partial<Dispatch>) },
    change: { ...Object.fromEntries(before), ...outcome, ...reason },
    // It had left before.
    include: ASKED_REASONS,
    result: { state: 'planned' },
  }
}
