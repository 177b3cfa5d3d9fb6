/*
 * Telling customers that their parcels are on the way, one after the other (docs/product.md, rule 21.21). One press
 * opens the chat; coming back to the tab shows the next. Who is left is asked of the database each time, so a
 * reload loses nothing.
 */

import { atom, type WritableAtom } from 'nanostores'
import { NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE, type OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { isPageVisible } from '#kit/remote/remote-store.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { type Chats, createChats, type OpenedMessage } from './chats.store.ts'
import { noteMessage } from './confirm.api.ts'
import type { ChangedTexts } from './message-texts.ts'
import { fetchTextsAndChats } from './templates.api.ts'

export type Telling =
  | { step: 'loading' | 'done' }
  | {
      step: 'order'
      found: OrderInFull
      changed: ChangedTexts | undefined
      /** Whether it is saved that the chat was opened. */
      note: 'none' | 'sending' | 'saved' | 'unsaved'
    }
  | { step: 'failed'; error: unknown }

/** How many are left, and whether there are more than were counted. */
export interface Untold {
  count: number
  hasMore: boolean
}

const defaults = { fetchUntold, fetchOrderInFull, fetchTextsAndChats, noteMessage }

export type TellServices = typeof defaults

interface Teller {
  $telling: WritableAtom<Telling>
  $untold: WritableAtom<Untold | undefined>
  chats: Chats
  services: TellServices
  /** Orders that were passed over on this page. */
  skipped: string[]
  /** Of the order on screen, once its chat was opened. */
  message: OpenedMessage | undefined
  /** The request under way. */
  sending: Promise<boolean> | undefined
}

export function createTeller(options: Partial<TellServices> = {}) {
  const services = { ...defaults, ...options }
  const teller: Teller = {
    $telling: atom<Telling>({ step: 'loading' }),
    $untold: atom<Untold | undefined>(),
    chats: createChats(services.noteMessage),
    services,
    skipped: [],
    message: undefined,
    sending: undefined,
  }
  return {
    $telling: teller.$telling,
    $untold: teller.$untold,
    chats: teller.chats,
    start: () => start(teller),
    reload: () => showNext(teller),
    /** The chat is opened by the link itself. */
    tell: (language: MessageLanguage) => tell(teller, language),
    /** The next order. One whose chat was not opened is passed over. */
    next: () => next(teller),
  }
}

export type TellerStore = ReturnType<typeof createTeller>

/** Newest first: those of today are told before what was forgotten. */
async function fetchUntold(): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = { ...NO_ORDER_FILTER, view: 'untold' as const, older: undefined, newer: undefined }
  const { rows, older } = await fetchOrders(query, MAX_PAGE_SIZE)
  return { ids: rows.map(({ id }) => id), hasMore: older !== undefined }
}

function start(teller: Teller): () => void {
  const onVisibilityChange = () => {
    if (isPageVisible() && teller.message) void next(teller)
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  void showNext(teller)
  return () => document.removeEventListener('visibilitychange', onVisibilityChange)
}

async function showNext(teller: Teller): Promise<void> {
  const { $telling, $untold, services, chats, skipped } = teller
  teller.message = undefined
  $telling.set({ step: 'loading' })
  try {
    const [{ ids, hasMore }, messages] = await Promise.all([
      services.fetchUntold(),
      services.fetchTextsAndChats().catch(() => undefined),
    ])
    if (messages) chats.set(messages.chats)
    const left = ids.filter((id) => !skipped.includes(id))
    $untold.set({ count: left.length, hasMore })
    const [id] = left
    if (id === undefined) return $telling.set({ step: 'done' })
    const found = await services.fetchOrderInFull(id)
    // It was deleted meanwhile.
    if (!found) return await skip(teller, id)
    $telling.set({ step: 'order', found, changed: messages?.changed, note: 'none' })
  } catch (error) {
    if (codeOf(error) === 'forbidden') return
    console.error('Error fetching the next customer', error)
    $telling.set({ step: 'failed', error })
  }
}

async function skip(teller: Teller, id: string): Promise<void> {
  teller.skipped.push(id)
  await showNext(teller)
}

/** A second press for the same order opens the chat once more, and is the same message. */
async function tell(teller: Teller, language: MessageLanguage): Promise<void> {
  const telling = teller.$telling.get()
  if (telling.step !== 'order') return
  const { id } = telling.found.order
  teller.message ??= { message: crypto.randomUUID(), id, kind: 'shipped', language }
  await note(teller)
}

async function next(teller: Teller): Promise<void> {
  const telling = teller.$telling.get()
  if (telling.step !== 'order') return
  const { message } = teller
  if (!message) return skip(teller, telling.found.order.id)
  // A request of a tab in the background may be lost.
  const isSaved = telling.note === 'saved' || (await note(teller))
  if (isSaved && teller.message === message) await showNext(teller)
}

async function note(teller: Teller): Promise<boolean> {
  const { $telling, chats, message } = teller
  if (!message) return false
  teller.sending ??= chats.note(message).finally(() => {
    teller.sending = undefined
  })
  show($telling, 'sending')
  const isSaved = await teller.sending
  if (teller.message === message) show($telling, isSaved ? 'saved' : 'unsaved')
  return isSaved
}

function show($telling: Teller['$telling'], note: 'sending' | 'saved' | 'unsaved'): void {
  const telling = $telling.get()
  if (telling.step === 'order') $telling.set({ ...telling, note })
}
