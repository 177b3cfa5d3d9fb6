/*
 * How many orders came in since the admin last saw the newest in the list, on every admin page and in
 * every tab (docs/product.md, rule 14.5).
 */
import { computed } from 'nanostores'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import { SIDEBAR_POLLING, showBadge } from '#admin/sidebar-badge.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
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

interface NewOrdersOptions {
  fetchDatesSince?: typeof fetchDatesSince
  fetchNewestDate?: typeof fetchNewestDate
  /** Called for each newest order, in every tab. */
  ring?: (date: string) => void
  announce?: (count: number) => void
}

const defaults = { fetchDatesSince, fetchNewestDate, ring: ringOnce, announce: announceByToast }

export function createNewOrders(options: NewOrdersOptions = {}) {
  const services = { ...defaults, ...options }
  const { fetchDatesSince, ring, announce } = services
  /** The dates of the new orders. */
  const remote = createRemoteStore(() => fetchNewDates(services), SIDEBAR_POLLING)
  const $dates = computed(remote.$remote, (dates) => (dates.state === 'ready' ? dates.value : []))
  const $count = computed($dates, (dates) => dates.length)
  /** The date of the newest one; undefined where none is new. */
  const $newest = computed($dates, (dates) => dates[0])

  /** For a list on screen that begins with the newest order, which came in at `date`. */
  function markSeen(date = ''): void {
    deviceStorage.set(SEEN_KEY, date)
    remote.set([])
  }

  /** The order that the admin entered at `date` is not new to this device, unless others came in before it. */
  async function markOwn(date: string): Promise<void> {
    const seen = deviceStorage.get(SEEN_KEY)
    if (seen === null) return
    const dates = await fetchDatesSince(seen).catch(() => [])
    if (dates.length === 1 && dates[0] === date) markSeen(date)
  }

  /** Polls and announces until the returned function is called. */
  function start(): () => void {
    const { title } = document
    const stops = [
      $count.subscribe((count) => {
        document.title = count > 0 ? `(${count}) ${title}` : title
        showBadge('new-orders', count)
        if (count === 0) dismissToast(lastToast)
      }),
      $newest.subscribe((date) => {
        if (date === undefined) return
        if (tabStorage.get(ANNOUNCED_KEY) !== date) announce($count.get())
        tabStorage.set(ANNOUNCED_KEY, date)
        ring(date)
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

  return { $count, $newest, load: remote.load, markSeen, markOwn, start }
}

export type NewOrdersStore = ReturnType<typeof createNewOrders>

async function fetchNewDates({
  fetchDatesSince,
  fetchNewestDate,
}: Required<NewOrdersOptions>): Promise<string[]> {
  const seen = deviceStorage.get(SEEN_KEY)
  if (seen !== null) return fetchDatesSince(seen)
  // What was there when this device asked for the first time is not new.
  const newest = await fetchNewestDate()
  if (deviceStorage.get(SEEN_KEY) === null) deviceStorage.set(SEEN_KEY, newest)
  return []
}

/** Of this page: the sidebar starts it, and the list and the dashboard follow it. */
export const newOrders = createNewOrders()

export function formatNewOrders(count: number): string {
  if (count === 1) return '1 new order'
  return `${count}${count >= MAX_PAGE_SIZE ? ' or more' : ''} new orders`
}

/** Replaces the last one. */
function announceByToast(count: number): void {
  dismissToast(lastToast)
  lastToast = showToast({ title: formatNewOrders(count) })
}
