/* Requests about notices. Each may throw a ShopError. */
import { adminCall, adminRpc, type RequestResult } from '#admin/auth/admin-request.ts'
import type { PushDevice } from '#kit/push-device.ts'
import type { Notices } from './notices.ts'

/** All that is told after it, or that it was refused. */
export type NoticesResult = RequestResult<Notices>

export function fetchNotices(): Promise<Notices> {
  return adminRpc('admin_notices')
}

export function addTarget(device: PushDevice & { name: string }): Promise<NoticesResult> {
  return adminCall('admin_add_target', device)
}

export function removeTarget(id: string): Promise<NoticesResult> {
  return adminCall('admin_remove_target', { id })
}

export function testTarget(id: string): Promise<NoticesResult> {
  return adminCall('admin_test_target', { id })
}
