/* Requests about marked orders. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { MarkedAct, Refusal } from '#admin/order/orders.ts'
import { toMinor } from '#kit/money.ts'
import type { Decision, DecisionTarget, MarkedOrders } from './marked.ts'

/** What one request did, of at most 500 orders. */
export interface DecisionStep {
  ok: true
  /** Null where nothing was left to decide. */
  decision: Decision | null
  changed: number
  /** Orders that keep their status, because somebody changed them since. */
  unchanged: number
  remaining: number
}

export type DecisionResult = DecisionStep | Refusal

export async function fetchMarked(): Promise<MarkedOrders> {
  const { groups, decisions } = await adminRequest<MarkedOrders>(
    adminClient.rpc('admin_marked_groups'),
  )
  return { groups: groups.map((group) => ({ ...group, total: toMinor(group.total) })), decisions }
}

/** Releases or discards. With a decision, goes on with it. */
export async function decideMarked(
  act: MarkedAct,
  target: DecisionTarget,
  decision?: number,
): Promise<DecisionResult> {
  const which = 'ids' in target ? { ids: [...target.ids] } : target
  const p = { act, ...which, ...(decision !== undefined && { decision }) }
  const result = await adminCall<Omit<DecisionStep, 'unchanged'> | Refusal>(
    adminClient.rpc('admin_decide_marked', { p }),
  )
  return result.ok ? { ...result, unchanged: 0 } : result
}

export async function undoDecision(id: number): Promise<DecisionResult> {
  const result = await adminCall<
    { ok: true; decision: Decision; restored: number; notRestored: number } | Refusal
  >(adminClient.rpc('admin_undo_decision', { p: { id } }))
  if (!result.ok) return result
  const { decision, restored, notRestored } = result
  return { ok: true, decision, changed: restored, unchanged: notRestored, remaining: decision.left }
}

/** Deletes discarded orders for good. */
export async function deleteDiscarded(id: number): Promise<DecisionResult> {
  const result = await adminCall<
    { ok: true; decision: Decision; deleted: number; remaining: number } | Refusal
  >(adminClient.rpc('admin_delete_discarded', { p: { id } }))
  if (!result.ok) return result
  const { decision, deleted, remaining } = result
  return { ok: true, decision, changed: deleted, unchanged: 0, remaining }
}
