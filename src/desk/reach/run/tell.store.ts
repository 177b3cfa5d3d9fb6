/*
 * Telling customers that their parcels are on the way, one after the other (docs/product.md, rule 21.21). One press
 * opens the chat; coming back to the tab shows the next.
 */

import { atom, type WritableAtom } from 'nanostores'
import { idParam } from '#admin/lists/list.ts'
import { NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE, type OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { queryState } from '#kit/query-state.ts'
import { createRemoteStore, onPageVisible, stopAll } from '#kit/remote/remote-store.ts'
import type { OpenedMessage } from './confirm.api.ts'
import { type Queue, shownIn } from './queue.ts'
import { createTelling, type Telling, type TellingOptions } from './telling.store.ts'

/** How many are left, and whether there are more than were counted. */
export interface UntoldCount {
  count: number
  hasMore: boolean
}

/** The chat that was opened for the order on screen, and whether it is saved. */
interface OpenedChat {
  message: OpenedMessage
  state: 'sending' | 'saved' | 'unsaved'
}

const defaults = { fetchUntold, fetchOrderInFull }

type TellServices = typeof defaults & Omit<TellingOptions, 'onTold'>

interface Teller {
  queue: Queue<OrderInFull>
  $count: WritableAtom<UntoldCount | undefined>
  $opened: WritableAtom<OpenedChat | undefined>
  telling: Telling
  services: TellServices
  /** Orders that were passed over on this page. */
  skipped: string[]
  /** The request under way. */
  saving: Promise<boolean> | undefined
}

export function createTeller(options: Partial<TellServices> = {}) {
  const services = { ...defaults, ...options }
  const teller: Teller = {
    queue: createRemoteStore(() => fetchNext(teller), {
      errorMessage: 'Error fetching the next customer',
      // Coming back sends the message first, where it was lost.
      mayReload: () => !teller.$opened.get(),
    }),
    $count: atom<UntoldCount | undefined>(),
    $opened: atom<OpenedChat | undefined>(),
    telling: createTelling({
      ...services,
      onTold: (_, told) =>
        teller.queue.update((shown) => (shown && told ? { ...shown, told } : shown)),
    }),
    services,
    skipped: [],
    saving: undefined,
  }
  const { queue, $count, $opened, telling } = teller
  return {
    $remote: queue.$remote,
    $count,
    $opened,
    texts: telling.texts,
    start: () =>
      stopAll(
        queue.start(),
        onPageVisible(() => {
          if ($opened.get()) void next(teller)
        }),
      ),
    load: queue.load,
    /** The chat is opened by the link itself. A second press for the same order is the same message. */
    tell: (language: MessageLanguage) => tell(teller, language),
    /** The next order. One whose chat was not opened is passed over. */
    next: () => next(teller),
  }
}

export type TellerStore = ReturnType<typeof createTeller>

/** Of the batch in the URL, or of all, the longest on its way first. */
async function fetchUntold(): Promise<{ ids: string[]; hasMore: boolean }> {
  const { batch } = queryState({ batch: { ...idParam, name: 'batch' } }).$query.get()
  const query = {
    ...NO_ORDER_FILTER,
    stage: 'to_tell' as const,
    batch: batch ? String(batch) : '',
    older: undefined,
    newer: undefined,
  }
  const { rows, older } = await fetchOrders(query, MAX_PAGE_SIZE)
  return { ids: rows.map(({ id }) => id), hasMore: older !== undefined }
}

async function fetchNext(teller: Teller): Promise<OrderInFull | undefined> {
  const { $count, $opened, telling, services, skipped } = teller
  $opened.set(undefined)
  const [{ ids, hasMore }] = await Promise.all([services.fetchUntold(), telling.texts.load()])
  const left = ids.filter((id) => !skipped.includes(id))
  $count.set({ count: left.length, hasMore })
  const [id] = left
  if (id === undefined) return undefined
  const found = await services.fetchOrderInFull(id)
  if (found) return found
  // It was deleted meanwhile.
  skipped.push(id)
  return fetchNext(teller)
}

async function tell(teller: Teller, language: MessageLanguage): Promise<void> {
  const shown = shownIn(teller.queue.$remote.get())
  if (!shown || teller.$opened.get()?.state === 'saved') return
  await note(teller, { id: shown.order.id, kind: 'shipped', language })
}

async function next(teller: Teller): Promise<void> {
  const { queue, $opened, skipped } = teller
  const shown = shownIn(queue.$remote.get())
  if (!shown) return
  const opened = $opened.get()
  if (!opened) skipped.push(shown.order.id)
  // A request of a tab in the background may be lost.
  const isNoted = !opened || opened.state === 'saved' || (await note(teller, opened.message))
  if (isNoted && shownIn(queue.$remote.get())?.order.id === shown.order.id) await queue.load()
}

function note(teller: Teller, message: OpenedMessage): Promise<boolean> {
  const { $opened, telling } = teller
  const save = async () => {
    $opened.set({ message, state: 'sending' })
    const isSaved = await telling.tell(message)
    $opened.set({ message, state: isSaved ? 'saved' : 'unsaved' })
    return isSaved
  }
  teller.saving ??= save().finally(() => {
    teller.saving = undefined
  })
  return teller.saving
}
