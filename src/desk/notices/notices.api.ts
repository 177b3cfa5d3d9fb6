/* Requests about notices. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { PushDevice } from '#kit/push-device.ts'
import type { Notices } from './notices.ts'

/** All that is told after it, or that it was refused. */
export type NoticesResult = ({ ok: true } & Notices) | { ok: false; code: string }

export function fetchNotices(): Promise<Notices> {
  return adminRequest(adminClient.rpc('admin_notices'))
}

export function addTarget(device: PushDevice & { name: string }): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_add_target', { p: { ...device } }))
}

export function removeTarget(id: string): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_remove_target', { p: { id } }))
}

export function testTarget(id: string): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_test_target', { p: { id } }))
}
