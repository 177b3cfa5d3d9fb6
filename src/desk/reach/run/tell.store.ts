/*
 * Telling customers that their parcels are on the way, one after the other (docs/product.md, rule 21.21). One press
 * opens the chat; coming back to the tab shows the next.
 */

import { atom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, isDone } from '#admin/acts/acts.store.ts'
import { NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE, type OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { createRemoteStore, onPageVisible, stopAll } from '#kit/remote/remote-store.ts'
import { type Chats, createChats } from './chats.store.ts'
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

const defaults = { fetchUntold, fetchOrderInFull, fetchTextsAndChats, sendAct }

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
  /** That of the order on screen, once its chat was opened. */
  acts: Acts<undefined>
  /** The request under way. */
  sending: Promise<boolean> | undefined
}

export function createTeller(options: Partial<TellServices> = {}) {
  const services = { ...defaults, ...options }
  const teller: Teller = {
    queue: createRemoteStore(() => fetchNext(teller), {
      errorMessage: 'Error fetching the next customer',
      // Coming back sends the message first, where it was lost.
      mayReload: () => !wasOpened(teller),
    }),
    $count: atom<UntoldCount | undefined>(),
    submit: createSubmit('Error noting a message'),
    chats: createChats(),
    services,
    skipped: [],
    acts: createActs<undefined>({ sendAct: services.sendAct }),
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
  teller.acts.forget()
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
    if (wasOpened(teller)) void next(teller)
  })
  return stopAll(teller.queue.start(), stopNext)
}

function wasOpened({ acts }: Teller): boolean {
  return acts.$acts.get().length > 0
}

/** A second press for the same order opens the chat once more, and is the same message. */
async function tell(teller: Teller, language: MessageLanguage): Promise<void> {
  const shown = shownIn(teller.queue.$remote.get())
  if (shown) await note(teller, shown.found.order.id, language)
}

async function next(teller: Teller): Promise<void> {
  const { queue, submit, skipped } = teller
  const shown = shownIn(queue.$remote.get())
  if (!shown) return
  const { id } = shown.found.order
  const isOpened = wasOpened(teller)
  if (!isOpened) skipped.push(id)
  // A request of a tab in the background may be lost.
  const isNoted = !isOpened || submit.$submission.get().state === 'done' || (await note(teller, id))
  const now = shownIn(queue.$remote.get())
  if (isNoted && now?.found.order.id === id) await queue.load()
}

function note(teller: Teller, id: string, language?: MessageLanguage): Promise<boolean> {
  const { submit, chats, acts } = teller
  const save = async () => {
    const [opened] = acts.$acts.get()
    const act = await (opened
      ? acts.resend(opened)
      : acts.send('tell', [{ id, kind: 'shipped', language }], undefined))
    if (act.error) throw act.error
    const told = chats.take(act.results[0])
    if (told) teller.queue.update((shown) => shown && { ...shown, found: { ...shown.found, told } })
    return isDone(act) ? undefined : {}
  }
  teller.sending ??= submit.submit(save).finally(() => {
    teller.sending = undefined
  })
  return teller.sending
}
