/* The page of failed deliveries: its list, the language of messages, and who was told. */
import { atom } from 'nanostores'
import { createChats } from '#admin/confirm/chats.store.ts'
import { noteMessage } from '#admin/confirm/confirm.api.ts'
import { fetchTextsAndChats } from '#admin/confirm/templates.api.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { withCouriers } from '../with-couriers.ts'
import { fetchFailed } from './failed.api.ts'

const defaults = {
  fetchFailed: () => withCouriers(fetchFailed()),
  fetchTextsAndChats,
  noteMessage,
}

export function createFailed(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $language = atom<MessageLanguage>('ur-Latn')
  /** Orders whose customer was written to, while that is not saved. */
  const $unsaved = atom<readonly string[]>([])
  const chats = createChats(services.noteMessage)
  const list = createRemoteStore(services.fetchFailed, {
    errorMessage: 'Error fetching failed deliveries',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })
  /** The texts that the admin changed. Those of the shop do as well. */
  const texts = createRemoteStore(async () => {
    const { changed, chats: count } = await services.fetchTextsAndChats()
    chats.set(count)
    return changed
  })
  /** The id of the message about each order, so that a retry adds nothing. */
  const messages = new Map<string, string>()

  /** Notes that the chat was opened. The link itself opens it. */
  async function tell(id: string): Promise<void> {
    const message = messages.get(id) ?? crypto.randomUUID()
    messages.set(id, message)
    const language = $language.get()
    const isSaved = await chats.note({ message, id, kind: 'failed', language })
    const others = $unsaved.get().filter((one) => one !== id)
    $unsaved.set(isSaved ? others : [...others, id])
    if (!isSaved) return
    messages.delete(id)
    const toldAt = new Date().toISOString()
    list.update((rows) => rows.map((row) => (row.orderId === id ? { ...row, toldAt } : row)))
  }

  const start = () => stopAll(list.start(), texts.start())
  return { list, texts, chats, $language, $unsaved, tell, start }
}

export type FailedStore = ReturnType<typeof createFailed>
