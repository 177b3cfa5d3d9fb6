/* Requests about statements. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { olderOf, pagingFrom, type TrailQuery } from '#admin/lists/trail.ts'
import type { Json } from '#api/database.types.ts'
import type { StatementInput } from '../read/statement.ts'
import type { ApplyResult } from './applying.ts'
import type {
  InBankResult,
  PageOfStatements,
  Statement,
  StatementParcel,
  UndoResult,
} from './statements.ts'

export interface ApplyRequest {
  /** Made once, so that a retry applies nothing twice. */
  token: string
  input: StatementInput
  /** The statement that is undone for this one. */
  replaces?: number | undefined
}

/** A dry run responds the same, and changes nothing. */
export function applyStatement(
  { token, input, replaces }: ApplyRequest,
  { dryRun }: { dryRun: boolean },
): Promise<ApplyResult> {
  const p = { ...input, token, ...(dryRun && { dryRun }), ...(replaces && { replaces }) }
  return adminCall(adminClient.rpc('admin_apply_statement', { p: p as unknown as Json }))
}

/** A page of them, newest first. */
export async function fetchStatements(query: TrailQuery): Promise<PageOfStatements> {
  const call = adminClient.rpc('admin_statements', { p: olderOf(query) })
  const page = await adminCall<{ statements: Statement[]; older: number | null }>(call)
  return { rows: page.statements, ...pagingFrom(query, page.older) }
}

export interface StatementPage {
  statement: Statement
  lines: StatementParcel[]
  /** The position after which the next page begins; null on the last page. */
  next: number | null
}

/** A statement and some of its parcels after a position; null where no statement has this id. */
export function fetchStatement(id: number, after?: number): Promise<StatementPage | null> {
  const p = after === undefined ? { id } : { id, after }
  return adminCall(adminClient.rpc('admin_statement', { p }))
}

export function undoStatement(id: number): Promise<UndoResult> {
  return adminCall(adminClient.rpc('admin_undo_statement', { p: { id } }))
}

export function setInBank(id: number, inBank: boolean): Promise<InBankResult> {
  return adminCall(adminClient.rpc('admin_set_in_bank', { p: { id, inBank } }))
}
