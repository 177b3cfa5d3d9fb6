/*
 * How many orders came in since the admin last saw the newest in the list, and what customers did with orders since
 * then, on every admin page and in every tab (rule 14.5 of docs/product.md, 21.20 of docs/desk-rules.md).
 */
import { computed } from 'nanostores'
import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import { SIDEBAR_POLLING, showBadge } from '#admin/sidebar-badge.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { dismissToast, showToast, type Toast } from '#kit/toast/toast.store.ts'
import { actToasts, type CustomerAct, lastActs } from './customer-acts.ts'
import { type CustomerActs, fetchActs, fetchDatesSince } from './new-orders.api.ts'
import { ringOnce } from './sound.store.ts'

/** The date of the newest order that was in the list on screen; '' where the shop had none. */
export const SEEN_KEY = 'zulf:admin-seen-orders'

/** The moment of the newest act of a customer when the list was on screen. */
export const SEEN_ACTS_KEY = 'zulf:admin-seen-acts'

/** The newest order and the acts that this tab announced, of those that are news. */
const ANNOUNCED_KEY = 'zulf:admin-announced'

/** The toasts of the last news. None once they are seen. */
let shownToasts: number[] = []

const defaults = {
  fetchDatesSince,
  fetchActs,
  /** Called for the newest of all news, in every tab. */
  ring: ringOnce,
  announce: announceByToast,
}

/** Acts are the last of each order. */
interface News extends CustomerActs {
  /** Of the new orders, newest first. */
  dates: string[]
}

const NO_NEWS: News = { dates: [], acts: [], newest: '' }

export function createNewOrders(options: Partial<typeof defaults> = {}) {
  const { fetchDatesSince, fetchActs, ring, announce } = { ...defaults, ...options }
  const remote = createRemoteStore(fetchNews, SIDEBAR_POLLING)
  const $news = computed(remote.$remote, (view) => (view.state === 'ready' ? view.value : NO_NEWS))

  async function fetchNews(): Promise<News> {
    const [dates, acts] = await Promise.all([fetchDates(), fetchLastActs()])
    // The list may have shown some of them while either was on its way.
    return { ...acts, dates: dates.filter((date) => date > (deviceStorage.get(SEEN_KEY) ?? '')) }
  }

  async function fetchDates(): Promise<string[]> {
    const seen = deviceStorage.get(SEEN_KEY)
    if (seen !== null) return fetchDatesSince(seen)
    // What was there when this device asked for the first time is not new.
    const [newest = ''] = await fetchDatesSince('', 1)
    if (deviceStorage.get(SEEN_KEY) === null) deviceStorage.set(SEEN_KEY, newest)
    return []
  }

  async function fetchLastActs(): Promise<CustomerActs> {
    const acts = await fetchActs(deviceStorage.get(SEEN_ACTS_KEY))
    if (deviceStorage.get(SEEN_ACTS_KEY) === null) deviceStorage.set(SEEN_ACTS_KEY, acts.newest)
    return { ...acts, acts: lastActs(acts.acts) }
  }

  /** What this tab has not announced. */
  function announceNews(): void {
    const { dates, acts } = $news.get()
    const announced = tabStorage.get(ANNOUNCED_KEY)
    const isFresh = (key: string) => !(Array.isArray(announced) && announced.includes(key))
    const freshActs = acts.filter((act) => isFresh(keyOf(act)))
    const hasNewOrder = dates.slice(0, 1).some(isFresh)
    if (hasNewOrder || freshActs.length > 0) announce(hasNewOrder ? dates.length : 0, freshActs)
    if (dates.length + acts.length > 0) tabStorage.set(ANNOUNCED_KEY, keysOf($news.get()))
    const last = [...dates.slice(0, 1), ...acts.map(({ at }) => at)].sort().at(-1)
    if (last) void ring(last)
  }

  return {
    /** How many orders are new. */
    $count: computed($news, ({ dates }) => dates.length),
    /** The date of the newest one; undefined where none is new. */
    $newest: computed($news, ({ dates }) => dates[0]),
    /** What customers did. */
    $acts: computed($news, ({ acts }) => acts),
    load: remote.load,
    /**
     * For a list on screen that begins with the newest order, which came in at `date`. Acts that were not loaded yet
     * stay news, although their rows are on screen.
     */
    markSeen(date = deviceStorage.get(SEEN_KEY) ?? ''): void {
      deviceStorage.set(SEEN_KEY, date)
      const news = remote.$remote.get()
      if (news.state !== 'ready') return
      const { newest } = news.value
      deviceStorage.set(SEEN_ACTS_KEY, newest)
      remote.set({ newest, dates: [], acts: [] })
    },
    /** The order that the admin entered at `date` is not new to this device, unless others came in before it. */
    async markOwn(date: string): Promise<void> {
      const seen = deviceStorage.get(SEEN_KEY)
      if (seen === null) return
      const dates = await fetchDatesSince(seen).catch(() => [])
      if (dates.length !== 1 || dates[0] !== date) return
      deviceStorage.set(SEEN_KEY, date)
      remote.update((news) => ({ ...news, dates: [] }))
    },
    /** Polls and announces until the returned function is called. */
    start(): () => void {
      const { title } = document
      const $keys = computed($news, (news) => keysOf(news).join())
      const stop = stopAll(
        $news.subscribe(({ dates, acts }) => showCount(dates.length + acts.length, title)),
        $keys.subscribe(announceNews),
        remote.start(),
      )
      const onStorage = ({ key }: StorageEvent) => {
        if (key === SEEN_KEY || key === SEEN_ACTS_KEY) void remote.load()
      }
      addEventListener('storage', onStorage)
      return () => {
        stop()
        removeEventListener('storage', onStorage)
        document.title = title
      }
    },
  }
}

/** The one of this page: the sidebar starts it, and the list and the dashboard follow it. */
export const newOrders = createNewOrders()

function showCount(count: number, title: string): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
  showBadge('new-orders', count)
  if (count === 0) dismissLast()
}

/** The keys of the newest order and of each act. */
function keysOf({ dates, acts }: News): string[] {
  return [...dates.slice(0, 1), ...acts.map(keyOf)]
}

function keyOf({ id, at }: CustomerAct): string {
  return `${id} ${at}`
}

/** Replaces the last ones. */
function announceByToast(count: number, acts: readonly CustomerAct[]): void {
  const orders: Toast[] = count > 0 ? [{ title: formatNewOrders(count) }] : []
  dismissLast()
  shownToasts = [...orders, ...actToasts(acts)].map(showToast)
}

function dismissLast(): void {
  for (const key of shownToasts) dismissToast(key)
  shownToasts = []
}

export function formatNewOrders(count: number): string {
  if (count === 1) return '1 new order'
  return `${count}${count >= MAX_PAGE_SIZE ? ' or more' : ''} new orders`
}
