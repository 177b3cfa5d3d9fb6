/* Chats that are opened from a page with one order or many: their texts, and who was told (docs/product.md, rule 21.60). */
import { computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, isDone } from '#admin/acts/acts.store.ts'
import type { Told } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { type Chats, createChats } from './chats.store.ts'
import type { OpenedMessage } from './confirm.api.ts'
import { fetchTextsAndChats } from './templates.api.ts'

/** The texts that the admin changed. Those of the shop do as well. Counts the new chats, too. */
export function createTexts(chats: Chats, fetch = fetchTextsAndChats) {
  return createRemoteStore(async () => {
    const { changed, chats: count } = await fetch()
    chats.set(count)
    return changed
  })
}

export type Texts = ReturnType<typeof createTexts>

const defaults = { fetchTextsAndChats, sendAct }

export interface TellingOptions extends Partial<typeof defaults> {
  /** Shows that the message about an order is saved. */
  onTold: (orderId: string, told: Told | undefined) => void
}

export function createTelling({ onTold, ...options }: TellingOptions) {
  const services = { ...defaults, ...options }
  const chats = createChats()
  const texts = createTexts(chats, services.fetchTextsAndChats)
  const acts = createActs<string>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error noting a message',
  })
  /** Orders whose customer was written to, while that is not saved. */
  const $unsaved = computed(acts.$acts, (sent) =>
    sent.filter((act) => act.state !== 'sending' && !isDone(act)).map(({ about }) => about),
  )

  /** Notes that the chat was opened. The link itself opens it. Returns whether that is saved. */
  async function tell(opened: OpenedMessage): Promise<boolean> {
    const { id } = opened
    const act = await acts.once('tell', [{ ...opened }], id)
    if (!isDone(act)) return false
    acts.forget(acts.$acts.get().filter(({ about }) => about === id))
    onTold(id, chats.take(act.results[0]))
    return true
  }

  return { texts, chats, $unsaved, tell, start: texts.start }
}

export type Telling = ReturnType<typeof createTelling>
