/* What the admin asks the API about messages. Everything here may throw a ShopError. */
import { adminClient } from '#api/admin-client.ts'
import { askAdmin } from '../auth/ask-admin.ts'
import type { CustomerCursor } from '../customers/customer-list.ts'
import type { Message, MessagePage, MessageQuery } from './message-list.ts'

export async function fetchMessages({ before, after }: MessageQuery): Promise<MessagePage> {
  const p = { ...(after && { older: { ...after } }), ...(before && { newer: { ...before } }) }
  const page = (await askAdmin(adminClient.rpc('admin_messages', { p }))) as unknown as SavedPage
  return {
    messages: page.messages,
    older: page.older ?? undefined,
    newer: page.newer ?? undefined,
  }
}

export async function fetchUnread(): Promise<number> {
  return unreadIn(await askAdmin(adminClient.rpc('admin_unread_messages')))
}

/** Returns how many messages are unread from now on. */
export async function markMessage(id: string, isRead: boolean): Promise<number> {
  const call = adminClient.rpc('admin_mark_message', { p_id: id, p_is_read: isRead })
  return unreadIn(await askAdmin(call))
}

/** Returns how many messages are unread from now on. */
export async function deleteMessage(id: string): Promise<number> {
  return unreadIn(await askAdmin(adminClient.rpc('admin_delete_message', { p_id: id })))
}

interface SavedPage {
  messages: Message[]
  older: CustomerCursor | null
  newer: CustomerCursor | null
}

function unreadIn(result: unknown): number {
  return (result as { unread: number }).unread
}
