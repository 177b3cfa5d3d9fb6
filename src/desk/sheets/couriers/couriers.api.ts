/* Requests about couriers and their settings. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { type AdminCall, adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import type { RequestResult } from '#desk/acts/refused-request.ts'
import type { CourierChange } from './courier-form.ts'
import type { CourierSettings } from './courier-settings.ts'

/** The settings of the couriers that anything was saved for. */
export async function fetchCouriers(): Promise<CourierSettings[]> {
  const call = adminClient.rpc('admin_couriers')
  const { couriers, list } = await adminRequest<{ couriers: CourierSettings[]; list: Courier[] }>(
    call,
  )
  $couriers.set(list)
  return couriers
}

/** Changes this version of a courier, or adds one. */
export async function changeCourier(change: CourierChange): Promise<RequestResult> {
  return toList(adminClient.rpc('admin_change_courier', { p: { ...change } }))
}

/** A stale change brings all couriers as they are now. */
async function toList(call: AdminCall): Promise<RequestResult> {
  const { couriers, ...result } = await adminCall<RequestResult & { couriers?: Courier[] }>(call)
  if (couriers) $couriers.set(couriers)
  return result
}

/** Replaces the parts that are given, but adds words to those that are there, and leaves the others. */
export async function saveCourier(
  courier: string,
  change: Partial<CourierSettings>,
): Promise<RequestResult> {
  return adminCall(adminClient.rpc('admin_save_courier', { p: { ...change, courier } }))
}
