/* Requests about a courier's file that is imported. Each may throw a ShopError. */
import type { ActRow } from '#admin/acts/acts.api.ts'
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { Json } from '#api/database.types.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { NamedParcel } from '#desk/files/numbers/numbers.api.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import type { CompareResult } from './applying.ts'
import type { SavedImport } from './saved-import.ts'

/** The couriers of the parcels that are found, one for each. */
export async function findCouriers(lines: readonly NamedParcel[]): Promise<string[]> {
  const call = adminClient.rpc('admin_match_lines', { p: { lines: [...lines] } })
  const { matched } = await adminRequest<{ matched: { courier: string | null }[] }>(call)
  return matched.flatMap(({ courier }) => courier ?? [])
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
export function compareFile(pending: SavedImport): Promise<CompareResult> {
  return adminCall(adminClient.rpc('admin_compare_statement', { p: toRow(pending) as Json }))
}
