/* Requests about the texts of messages. Each may throw a ShopError. */

import { adminCall, adminRpc, type RequestResult } from '#admin/auth/admin-request.ts'
import type { MessageKind } from '#admin/order/told.ts'
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
  const { templates, chats } = await adminRpc<{ templates: Template[]; chats: number }>(
    'admin_templates',
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
): Promise<RequestResult> {
  return adminCall('admin_save_template', { kind, language, text })
}
