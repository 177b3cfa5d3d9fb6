/*
 * Telling customers that their parcels are on the way, one after the other (docs/product.md, rule 21.21). One press
 * opens the chat; coming back to the tab shows the next.
 */

import { atom, type WritableAtom } from 'nanostores'
import { NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE, type OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { createRemoteStore, onPageVisible, stopAll } from '#kit/remote/remote-store.ts'
import { type Chats, createChats } from './chats.store.ts'
import { noteMessage, type OpenedMessage } from './confirm.api.ts'
import type { ChangedTexts } from './message-texts.ts'
import { type Queue, shownIn } from './queue.ts'
import { fetchTextsAndChats } from './templates.api.ts'

export interface Untold {
  found: OrderInFull
  changed: ChangedTexts | undefined
}

/** How many are left, and whether there are more than were counted. */
export interface UntoldCount {
  count: number
  hasMore: boolean
}

const defaults = { fetchUntold, fetchOrderInFull, fetchTextsAndChats, noteMessage }

export type TellServices = typeof defaults

interface Teller {
  queue: Queue<Untold>
  $count: WritableAtom<UntoldCount | undefined>
  /** Saves that the chat was opened. */
  submit: ReturnType<typeof createSubmit>
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
    queue: createRemoteStore(() => fetchNext(teller), {
      errorMessage: 'Error fetching the next customer',
      // Coming back sends the message first, where it was lost.
      mayReload: () => !teller.message,
    }),
    $count: atom<UntoldCount | undefined>(),
    submit: createSubmit('Error noting a message'),
    chats: createChats(services.noteMessage),
    services,
    skipped: [],
    message: undefined,
    sending: undefined,
  }
  return {
    $remote: teller.queue.$remote,
    $count: teller.$count,
    $submission: teller.submit.$submission,
    chats: teller.chats,
    start: () => start(teller),
    load: teller.queue.load,
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

async function fetchNext(teller: Teller): Promise<Untold | undefined> {
  const { $count, submit, services, chats, skipped } = teller
  teller.message = undefined
  submit.clear()
  const [{ ids, hasMore }, messages] = await Promise.all([
    services.fetchUntold(),
    services.fetchTextsAndChats().catch(() => undefined),
  ])
  if (messages) chats.set(messages.chats)
  const left = ids.filter((id) => !skipped.includes(id))
  $count.set({ count: left.length, hasMore })
  const [id] = left
  if (id === undefined) return undefined
  const found = await services.fetchOrderInFull(id)
  if (found) return { found, changed: messages?.changed }
  // It was deleted meanwhile.
  skipped.push(id)
  return fetchNext(teller)
}

function start(teller: Teller): () => void {
  const stopNext = onPageVisible(() => {
    if (teller.message) void next(teller)
  })
  return stopAll(teller.queue.start(), stopNext)
}

/** A second press for the same order opens the chat once more, and is the same message. */
async function tell(teller: Teller, language: MessageLanguage): Promise<void> {
  const shown = shownIn(teller.queue.$remote.get())
  if (!shown) return
  const { id } = shown.found.order
  teller.message ??= { message: crypto.randomUUID(), id, kind: 'shipped', language }
  await note(teller, teller.message)
}

async function next(teller: Teller): Promise<void> {
  const { queue, submit, skipped, message } = teller
  const shown = shownIn(queue.$remote.get())
  if (!shown) return
  if (!message) skipped.push(shown.found.order.id)
  // A request of a tab in the background may be lost.
  const isDone =
    !message || submit.$submission.get().state === 'done' || (await note(teller, message))
  if (isDone && teller.message === message) await queue.load()
}

function note(teller: Teller, message: OpenedMessage): Promise<boolean> {
  const { submit, chats } = teller
  const save = async () => {
    const noted = await chats.note(message)
    const { told } = noted ?? {}
    if (told) teller.queue.update((shown) => shown && { ...shown, found: { ...shown.found, told } })
    return noted ? undefined : {}
  }
  teller.sending ??= submit.submit(save).finally(() => {
    teller.sending = undefined
  })
  return teller.sending
}
