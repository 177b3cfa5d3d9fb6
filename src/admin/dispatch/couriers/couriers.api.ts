/* Requests about the settings of couriers. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { CourierResult, CourierSettings } from './couriers.ts'

/** Of the couriers that anything was saved for. */
export async function fetchCouriers(): Promise<CourierSettings[]> {
  const call = adminClient.rpc('admin_couriers')
  return (await adminCall<{ couriers: CourierSettings[] }>(call)).couriers
}

/** Replaces the parts that are given, and leaves the others. */
export async function saveCourier(
  courier: string,
  { columns, cities, cityNames, statementColumns }: Partial<Omit<CourierSettings, 'courier'>>,
): Promise<CourierResult> {
  const p = {
    courier,
    ...(columns && { columns: columns.map((column) => ({ ...column })) }),
    ...(cities && { cities }),
    ...(cityNames && { cityNames }),
    ...(statementColumns && { statementColumns }),
  }
  return adminCall(adminClient.rpc('admin_save_courier', { p }))
}
