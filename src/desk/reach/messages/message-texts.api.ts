/* Requests about the texts of messages. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { MessageKind } from '#admin/order/told.ts'
import type { RefusedRequest } from '#desk/acts/refused-request.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import type { ChangedTexts } from './message-texts.ts'

interface Template {
  kind: MessageKind
  language: MessageLanguage
  text: string
}

export interface TextsAndChats {
  /** The texts that the admin changed. */
  changed: ChangedTexts
  /** New chats of the last hour. */
  chats: number
}

export async function fetchTexts(): Promise<TextsAndChats> {
  const { templates, chats } = await adminRequest<{ templates: Template[]; chats: number }>(
    adminClient.rpc('admin_templates'),
  )
  const changed = new Map(
    templates.map(({ kind, language, text }) => [`${kind} ${language}`, text]),
  )
  return { changed, chats }
}

/** Null brings the text of the shop back. */
export function saveTemplate(
  kind: MessageKind,
  language: MessageLanguage,
  text: string | null,
): Promise<{ ok: true } | RefusedRequest> {
  return adminCall(adminClient.rpc('admin_save_template', { p: { kind, language, text } }))
}
