/* Chats that are opened from a page with one order or many: their texts, and who was told (docs/product.md, rule 21.60). */
import { atom } from 'nanostores'
import type { Told } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { createChats } from './chats.store.ts'
import { noteMessage, type OpenedMessage } from './confirm.api.ts'
import { fetchTextsAndChats } from './templates.api.ts'

const defaults = { fetchTextsAndChats, noteMessage }

export interface TellingOptions extends Partial<typeof defaults> {
  /** Shows that the message about an order is saved. */
  onTold: (orderId: string, told: Told | undefined) => void
}

export function createTelling({ onTold, ...options }: TellingOptions) {
  const services = { ...defaults, ...options }
  /** Orders whose customer was written to, while that is not saved. */
  const $unsaved = atom<readonly string[]>([])
  const chats = createChats(services.noteMessage)
  /** The texts that the admin changed. Those of the shop do as well. */
  const texts = createRemoteStore(async () => {
    const { changed, chats: count } = await services.fetchTextsAndChats()
    chats.set(count)
    return changed
  })
  /** The id of the message about each order, so that a retry adds nothing. */
  const messages = new Map<string, string>()

  /** Notes that the chat was opened. The link itself opens it. */
  async function tell(opened: Omit<OpenedMessage, 'message'>): Promise<void> {
    const { id } = opened
    const message = messages.get(id) ?? crypto.randomUUID()
    messages.set(id, message)
    const noted = await chats.note({ message, ...opened })
    const others = $unsaved.get().filter((one) => one !== id)
    $unsaved.set(noted ? others : [...others, id])
    if (!noted) return
    messages.delete(id)
    onTold(id, noted.told)
  }

  return { texts, chats, $unsaved, tell, start: texts.start }
}

export type Telling = ReturnType<typeof createTelling>
