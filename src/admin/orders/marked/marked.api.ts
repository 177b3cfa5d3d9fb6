/* Requests about marked orders. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { MarkedAct, Refusal } from '#admin/order/orders.ts'
import { toMinor } from '#kit/money.ts'
import type { Decision, DecisionTarget, MarkedGroup, MarkedOrders } from './marked.ts'

/** What one request did, of at most 500 orders. */
export interface DecisionStep {
  ok: true
  /** Undefined where nothing was left to decide. */
  decision: Decision | undefined
  changed: number
  /** Orders that keep their status, because somebody changed them since. */
  unchanged: number
  remaining: number
}

export type DecisionResult = DecisionStep | Refusal

export async function fetchMarked(): Promise<MarkedOrders> {
  return toMarked(await adminRequest(adminClient.rpc('admin_marked_groups')))
}

/** Releases or discards. With a decision, goes on with it. */
export async function decideMarked(
  act: MarkedAct,
  target: DecisionTarget,
  decision?: number,
): Promise<DecisionResult> {
  const which = 'ids' in target ? { ids: [...target.ids] } : target
  const p = { act, ...which, ...(decision !== undefined && { decision }) }
  const result = await adminCall<DecideResponse | Refusal>(
    adminClient.rpc('admin_decide_marked', { p }),
  )
  if (!result.ok) return result
  const saved = result.decision ? toDecision(result.decision) : undefined
  return { ...result, decision: saved, unchanged: 0 }
}

export async function undoDecision(id: number): Promise<DecisionResult> {
  const result = await adminCall<UndoResponse | Refusal>(
    adminClient.rpc('admin_undo_decision', { p: { id } }),
  )
  if (!result.ok) return result
  const { restored, notRestored } = result
  const decision = toDecision(result.decision)
  return { ok: true, decision, changed: restored, unchanged: notRestored, remaining: decision.left }
}

/** Deletes discarded orders for good. */
export async function deleteDiscarded(id: number): Promise<DecisionResult> {
  const result = await adminCall<DeleteResponse | Refusal>(
    adminClient.rpc('admin_delete_discarded', { p: { id } }),
  )
  if (!result.ok) return result
  const { deleted, remaining } = result
  const decision = toDecision(result.decision)
  return { ok: true, decision, changed: deleted, unchanged: 0, remaining }
}

interface GroupsResponse {
  groups: MarkedGroup[]
  decisions: DecisionJson[]
}

interface DecisionJson extends Omit<Decision, 'mark' | 'undoneAt'> {
  mark: Decision['mark'] | null
  undoneAt: string | null
}

interface DecideResponse {
  ok: true
  decision: DecisionJson | null
  changed: number
  remaining: number
}

interface UndoResponse {
  ok: true
  decision: DecisionJson
  restored: number
  notRestored: number
}

interface DeleteResponse {
  ok: true
  decision: DecisionJson
  deleted: number
  remaining: number
}

function toMarked({ groups, decisions }: GroupsResponse): MarkedOrders {
  return {
    groups: groups.map((group) => ({ ...group, total: toMinor(group.total) })),
    decisions: decisions.map(toDecision),
  }
}

function toDecision(json: DecisionJson): Decision {
  return { ...json, mark: json.mark ?? undefined, undoneAt: json.undoneAt ?? undefined }
}
