/* Requests about couriers and their settings. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import type { RequestResult } from '#desk/acts/refused-request.ts'
import type { CourierChange } from './courier-form.ts'
import type { CourierSettings, SettingsChange } from './courier-settings.ts'

/** The settings of the couriers that anything was saved for. */
export async function fetchCouriers(): Promise<CourierSettings[]> {
  const call = adminClient.rpc('admin_couriers')
  const { couriers, list } = await adminRequest<CouriersResponse>(call)
  $couriers.set(list)
  return couriers
}

interface CouriersResponse {
  couriers: CourierSettings[]
  list: Courier[]
}

/** Changes this version of a courier, or adds one. A stale change brings all couriers as they are now, too. */
export async function changeCourier(change: CourierChange): Promise<RequestResult> {
  const call = adminClient.rpc('admin_change_courier', { p: { ...change } })
  const { couriers, ...result } = await adminCall<RequestResult & { couriers?: Courier[] }>(call)
  if (couriers) $couriers.set(couriers)
  return result
}

/** Replaces the parts that are given, but adds names and words to those that are there, and leaves the others. */
export async function saveCourier(courier: string, change: SettingsChange): Promise<RequestResult> {
  return adminCall(adminClient.rpc('admin_save_courier', { p: { ...change, courier } }))
}
