/* Requests about a courier's file that is imported. Each may throw a ShopError. */
import type { ActRow } from '#admin/acts/acts.api.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { matchLines, type NamedParcel } from '#desk/files/numbers/numbers.api.ts'
import type { CompareResult } from './applying.ts'
import type { SavedImport } from './saved-import.ts'

/** The couriers of the parcels that are found, one for each. */
export async function findCouriers(lines: readonly NamedParcel[]): Promise<string[]> {
  return (await matchLines(lines)).flatMap(({ courier }) => courier ?? [])
}

/** The row of the act "apply". */
export function toRow({ input, replaces }: Pick<SavedImport, 'input' | 'replaces'>) {
  return { id: '', ...input, ...(replaces && { replaces }) } as unknown as ActRow
}

/** What applying would come to. Changes nothing. */
export function compareFile(pending: SavedImport): Promise<CompareResult> {
  return adminCall('admin_compare_statement', toRow(pending))
}
