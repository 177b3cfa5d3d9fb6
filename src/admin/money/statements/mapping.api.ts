/* What the columns of a courier's statements are. Each request may throw a ShopError. */
import { fetchCouriers, saveCourier } from '#admin/dispatch/couriers/couriers.api.ts'
import type { ColumnMapping } from '../read/fields.ts'

/** Empty where none was saved. */
export async function fetchMapping(courier: string): Promise<ColumnMapping> {
  const couriers = await fetchCouriers()
  return couriers.find((one) => one.courier === courier)?.statementColumns ?? {}
}

export async function saveMapping(courier: string, mapping: ColumnMapping): Promise<void> {
  const result = await saveCourier(courier, { statementColumns: mapping })
  if (!result.ok) throw new Error(`The columns were refused: ${result.code}`)
}
