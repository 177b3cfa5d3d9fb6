/* Requests about messages. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { type AdminCall, adminRequest, adminRpc } from '#admin/auth/admin-request.ts'
import { type Paging, type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import type { Message, MessagePage } from './messages.ts'

export async function fetchMessages(query: Paging): Promise<MessagePage> {
  const { messages, ...paging } = await adminRpc<PagingJson & { messages: Message[] }>(
    'admin_messages',
    pageParams(query),
  )
  return { rows: messages, ...toPaging(paging) }
}

export function fetchUnreadCount(): Promise<number> {
  return unreadAfter(adminClient.rpc('admin_unread_messages'))
}

/** Returns how many messages are unread from now on. */
export function markMessage(id: string, isRead: boolean): Promise<number> {
  return unreadAfter(adminClient.rpc('admin_mark_message', { p_id: id, p_is_read: isRead }))
}

/** Returns how many messages are unread from now on. */
export function deleteMessage(id: string): Promise<number> {
  return unreadAfter(adminClient.rpc('admin_delete_message', { p_id: id }))
}

async function unreadAfter(call: AdminCall): Promise<number> {
  return (await adminRequest<{ unread: number }>(call)).unread
}
