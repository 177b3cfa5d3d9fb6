/* Requests about a courier's file that is imported. Each may throw a ShopError. */
import type { ActRow } from '#admin/acts/acts.api.ts'
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { Json } from '#api/database.types.ts'
import { matchLines, type NamedParcel } from '#desk/files/numbers/numbers.api.ts'
import type { CourierSettings } from '#desk/sheets/couriers/courier-settings.ts'
import { saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import type { CompareResult } from './applying.ts'
import type { SavedImport } from './saved-import.ts'

/** The couriers of the parcels that are found, one for each. */
export async function findCouriers(lines: readonly NamedParcel[]): Promise<string[]> {
  return (await matchLines(lines)).flatMap(({ courier }) => courier ?? [])
}

/** Columns take the place of those that are saved; words are added to them. */
export async function saveSettings(
  courier: string,
  settings: Partial<CourierSettings>,
): Promise<void> {
  const result = await saveCourier(courier, settings)
  if (!result.ok) throw new Error(`The settings were refused: ${result.code}`)
}

/** The row of the act "apply". */
export function toRow({ input, replaces }: Pick<SavedImport, 'input' | 'replaces'>) {
  return { id: '', ...input, ...(replaces && { replaces }) } as unknown as ActRow
}

/** What applying would come to. Changes nothing. */
export function compareFile(pending: SavedImport): Promise<CompareResult> {
  return adminCall(adminClient.rpc('admin_compare_statement', { p: toRow(pending) as Json }))
}
