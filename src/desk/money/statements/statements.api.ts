/* Requests about statements. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { olderOf, pagingFrom, type TrailQuery } from '#admin/lists/trail.ts'
import type { Json } from '#api/database.types.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { StatementInput } from '#desk/files/read/statement.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import type { ApplyResult } from './applying.ts'
import type { PageOfStatements, Statement, StatementParcel, UndoResult } from './statements.ts'

/** What the admin said of a courier's files. */
export interface Taught {
  mapping: ColumnMapping
  words: TaughtWords
}

/** Empty where nothing was saved. */
export async function fetchTaught(courier: string): Promise<Taught> {
  const saved = (await fetchCouriers()).find((one) => one.courier === courier)
  return { mapping: saved?.statementColumns ?? {}, words: saved?.statementWords ?? {} }
}

/** They are added to those that are saved. */
export async function saveWords(courier: string, words: TaughtWords): Promise<void> {
  const result = await saveCourier(courier, { statementWords: words })
  if (!result.ok) throw new Error(`The words were refused: ${result.code}`)
}

export async function saveMapping(courier: string, mapping: ColumnMapping): Promise<void> {
  const result = await saveCourier(courier, { statementColumns: mapping })
  if (!result.ok) throw new Error(`The columns were refused: ${result.code}`)
}

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

export interface WholeStatement {
  statement: Statement
  parcels: StatementParcel[]
}

interface StatementPage {
  statement: Statement
  lines: StatementParcel[]
  /** The position after which the next page begins; null on the last page. */
  next: number | null
}

/** In as many requests as its parcels need; null where no statement has this id. */
export async function fetchStatement(id: number): Promise<WholeStatement | null> {
  const fetchPage = (after?: number): Promise<StatementPage | null> => {
    const p = after === undefined ? { id } : { id, after }
    return adminCall(adminClient.rpc('admin_statement', { p }))
  }
  const first = await fetchPage()
  if (!first) return null
  const parcels = [...first.lines]
  let { next } = first
  while (next !== null) {
    const page: StatementPage | null = await fetchPage(next)
    parcels.push(...(page?.lines ?? []))
    next = page?.next ?? null
  }
  return { statement: first.statement, parcels }
}

export function undoStatement(id: number): Promise<UndoResult> {
  return adminCall(adminClient.rpc('admin_undo_statement', { p: { id } }))
}
