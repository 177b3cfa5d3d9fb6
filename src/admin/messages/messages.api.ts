/* Requests about messages. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { type Paging, type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import type { Message, MessagePage } from './messages.ts'

export async function fetchMessages(query: Paging): Promise<MessagePage> {
  const call = adminClient.rpc('admin_messages', { p: pageParams(query) })
  return toMessagePage(await adminRequest(call))
}

export async function fetchUnreadCount(): Promise<number> {
  return toUnread(await adminRequest(adminClient.rpc('admin_unread_messages')))
}

/** Returns how many messages are unread from now on. */
export async function markMessage(id: string, isRead: boolean): Promise<number> {
  const call = adminClient.rpc('admin_mark_message', { p_id: id, p_is_read: isRead })
  return toUnread(await adminRequest(call))
}

/** Returns how many messages are unread from now on. */
export async function deleteMessage(id: string): Promise<number> {
  return toUnread(await adminRequest(adminClient.rpc('admin_delete_message', { p_id: id })))
}

interface MessagesResponse extends PagingJson {
  messages: Message[]
}

function toMessagePage({ messages, ...paging }: MessagesResponse): MessagePage {
  return { rows: messages, ...toPaging(paging) }
}

function toUnread({ unread }: { unread: number }): number {
  return unread
}
