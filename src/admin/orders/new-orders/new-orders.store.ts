/*
 * How many orders came in since the admin last saw the newest in the list, on every admin page and in
 * every tab (docs/product.md, rule 14.5).
 */
import { computed, type ReadableAtom } from 'nanostores'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import { SIDEBAR_POLLING, showBadge } from '#admin/sidebar-badge.ts'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { dismissToast, showToast } from '#kit/toast/toast.ts'
import { fetchDatesSince, fetchNewestDate } from './new-orders.api.ts'
import { ringOnce } from './sound.store.ts'

/** The date of the newest order that was in the list on screen; '' where the shop had none. */
export const SEEN_KEY = 'zulf:admin-seen-orders'

/** The date of the newest order that this tab announced. */
const ANNOUNCED_KEY = 'zulf:admin-announced-orders'

/** One toast of new orders at a time; none once they are seen. */
let lastToast = 0

const defaults = {
  fetchDatesSince,
  fetchNewestDate,
  /** Called for each newest order, in every tab. */
  ring: ringOnce,
  announce: announceByToast,
}

type Services = typeof defaults

/** What the steps of the store work on. */
interface Counting {
  /** The dates of the new orders. */
  remote: RemoteStore<string[]>
  $count: ReadableAtom<number>
  /** The date of the newest one; undefined where none is new. */
  $newest: ReadableAtom<string | undefined>
  services: Services
}

export function createNewOrders(options: Partial<Services> = {}) {
  const services = { ...defaults, ...options }
  const remote = createRemoteStore(() => fetchDates(services), SIDEBAR_POLLING)
  const $dates = computed(remote.$remote, (dates) => (dates.state === 'ready' ? dates.value : []))
  const $count = computed($dates, (dates) => dates.length)
  const $newest = computed($dates, (dates) => dates[0])
  const counting: Counting = { remote, $count, $newest, services }
  return {
    $count,
    $newest,
    load: remote.load,
    markSeen: (date?: string) => markSeen(counting, date),
    markOwn: (date: string) => markOwn(counting, date),
    start: () => start(counting),
  }
}

export type NewOrdersStore = ReturnType<typeof createNewOrders>

/** Of this page: the sidebar starts it, and the list and the dashboard follow it. */
export const newOrders = createNewOrders()

async function fetchDates({ fetchDatesSince, fetchNewestDate }: Services): Promise<string[]> {
  const seen = deviceStorage.get(SEEN_KEY)
  if (seen !== null) return fetchDatesSince(seen)
  // What was there when this device asked for the first time is not new.
  const newest = await fetchNewestDate()
  if (deviceStorage.get(SEEN_KEY) === null) deviceStorage.set(SEEN_KEY, newest)
  return []
}

/** The order that the admin entered at `date` is not new to this device, unless others came in before it. */
async function markOwn(counting: Counting, date: string): Promise<void> {
  const seen = deviceStorage.get(SEEN_KEY)
  if (seen === null) return
  const dates = await counting.services.fetchDatesSince(seen).catch(() => [])
  if (dates.length === 1 && dates[0] === date) markSeen(counting, date)
}

/** For a list on screen that begins with the newest order, which came in at `date`. */
function markSeen({ remote }: Counting, date = ''): void {
  deviceStorage.set(SEEN_KEY, date)
  remote.set([])
}

/** Polls and announces until the returned function is called. */
function start({ remote, $count, $newest, services }: Counting): () => void {
  const { title } = document
  const stops = [
    $count.subscribe((count) => showCount(count, title)),
    $newest.subscribe((date) => {
      if (date !== undefined) announceNewest(date, $count.get(), services)
    }),
    remote.start(),
  ]
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SEEN_KEY) void remote.load()
  }
  addEventListener('storage', onStorage)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('storage', onStorage)
    document.title = title
  }
}

function showCount(count: number, title: string): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
  showBadge('new-orders', count)
  if (count === 0) dismissToast(lastToast)
}

function announceNewest(date: string, count: number, { announce, ring }: Services): void {
  if (tabStorage.get(ANNOUNCED_KEY) !== date) announce(count)
  tabStorage.set(ANNOUNCED_KEY, date)
  ring(date)
}

/** Replaces the last one. */
function announceByToast(count: number): void {
  dismissToast(lastToast)
  lastToast = showToast({ title: formatNewOrders(count) })
}

export function formatNewOrders(count: number): string {
  if (count === 1) return '1 new order'
  return `${count}${count >= MAX_PAGE_SIZE ? ' or more' : ''} new orders`
}
