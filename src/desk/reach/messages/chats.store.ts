/* Chats that are opened from a page with one order or many: their texts, and who was told (docs/desk-rules.md, rule 21.60). */
import { computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, isDone } from '#admin/acts/acts.store.ts'
import type { MessageKind, Told } from '#admin/order/told.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { fetchTexts, type TextsAndChats } from './message-texts.api.ts'

/** A chat that was opened. */
export interface OpenedMessage {
  /** Of the order. */
  id: string
  kind: MessageKind
  language: MessageLanguage
  /** Of the message's confirm link, which opens nothing before it is saved. The three newest of an order do. */
  code?: string
}

/** Without a response the texts of the shop do as well. */
export type RemoteTexts = Pick<RemoteStore<TextsAndChats>, '$remote'>

const defaults = { fetchTexts, sendAct }

export interface ChatsOptions extends Partial<typeof defaults> {
  /** Shows that the message about an order is saved. */
  onTold: (orderId: string, told: Told | undefined) => void
}

export function createChats({ onTold, ...options }: ChatsOptions) {
  const services = { ...defaults, ...options }
  const texts = createRemoteStore(services.fetchTexts)
  const acts = createActs<OpenedMessage>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error noting a message',
  })
  /** Orders whose customer was written to, while that is not saved. */
  const $unsaved = computed(acts.$acts, (sent) =>
    sent.filter((act) => act.state !== 'sending' && !isDone(act)).map(({ about }) => about.id),
  )

  /** Notes that the chat was opened. The link itself opens it. Returns whether that is saved. */
  async function tell(opened: OpenedMessage): Promise<boolean> {
    const { id } = opened
    const act = await acts.once('tell', [{ ...opened }], opened)
    if (!isDone(act)) return false
    acts.forget(acts.$acts.get().filter(({ about }) => about.id === id))
    const { told, chats } = act.results[0] as { told?: Told; chats?: number }
    texts.update((now) => ({ ...now, chats: chats ?? now.chats }))
    onTold(id, told)
    return true
  }

  return { texts, $unsaved, tell, start: texts.start }
}

export type Chats = ReturnType<typeof createChats>

/** The code of a confirm link, in the form that private.save_code() takes: about 142 random bits. */
export function newConfirmCode(): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  // Two bytes for the remainder of 62, so that no sign is likelier than another by more than a thousandth.
  return [...crypto.getRandomValues(new Uint16Array(24))]
    .map((value) => signs[value % signs.length])
    .join('')
}
