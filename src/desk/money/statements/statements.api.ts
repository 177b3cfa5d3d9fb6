/* Requests about statements. Each may throw a ShopError. */

import type { ActRow } from '#admin/acts/acts.api.ts'
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { olderOf, pagingFrom, type TrailQuery } from '#admin/lists/trail.ts'
import type { Json } from '#api/database.types.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import type { CompareResult } from './applying.ts'
import type { SavedImport } from './saved-import.ts'
import type { PageOfStatements, Statement, StatementParcel } from './statements.ts'

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

/** The row of the act "apply". */
export function toRow({ input, replaces }: Pick<SavedImport, 'input' | 'replaces'>) {
  return { id: '', ...input, ...(replaces && { replaces }) } as unknown as ActRow
}

/** What applying would come to. Changes nothing. */
export function compareStatement(pending: SavedImport): Promise<CompareResult> {
  return adminCall(adminClient.rpc('admin_compare_statement', { p: toRow(pending) as Json }))
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
