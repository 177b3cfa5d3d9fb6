/* Requests about couriers and their settings. Each may throw a ShopError. */
import { adminCall, adminRpc, type RequestResult } from '#admin/auth/admin-request.ts'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import type { CourierChange } from './courier-form.ts'
import type { CourierSettings, SettingsChange } from './courier-settings.ts'

/** The settings of the couriers that anything was saved for. */
export async function fetchCouriers(): Promise<CourierSettings[]> {
  const { couriers, list } = await adminRpc<CouriersResponse>('admin_couriers')
  $couriers.set(list)
  return couriers
}

interface CouriersResponse {
  couriers: CourierSettings[]
  list: Courier[]
}

/** Changes this version of a courier, or adds one. A stale change brings all couriers as they are now, too. */
export async function changeCourier(change: CourierChange): Promise<RequestResult> {
  const call = adminCall<RequestResult & { couriers?: Courier[] }>('admin_change_courier', change)
  const { couriers, ...result } = await call
  if (couriers) $couriers.set(couriers)
  return result
}

/** Replaces the parts that are given, but adds names and words to those that are there, and leaves the others. */
export async function saveCourier(courier: string, change: SettingsChange): Promise<void> {
  await adminRpc('admin_save_courier', { ...change, courier })
}
