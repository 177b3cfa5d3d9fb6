/* Requests about notices. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { NoticeSettings, Notices, SecondWay } from './notices.ts'

/** All that is set after it, or that it was refused. */
export type NoticesResult = ({ ok: true } & Notices) | { ok: false; code: string }

export function fetchNotices(): Promise<Notices> {
  return adminRequest(adminClient.rpc('admin_notices'))
}

export function saveNotices({
  kindsOff,
  quietFrom,
  quietUntil,
}: NoticeSettings): Promise<NoticesResult> {
  return adminCall(
    adminClient.rpc('admin_save_notices', { p: { kindsOff, quietFrom, quietUntil } }),
  )
}

/** Where a device, a topic or a form service is told. */
export type NewTarget = {
  way: 'push' | SecondWay
  url: string
  p256dh?: string
  auth?: string
  name?: string
}

export function addTarget(p: NewTarget): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_add_target', { p }))
}

export function removeTarget(id: string): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_remove_target', { p: { id } }))
}

export function testTarget(id: string): Promise<NoticesResult> {
  return adminCall(adminClient.rpc('admin_test_target', { p: { id } }))
}
