/* How many orders came in since the admin last saw the newest (docs/product.md, rule 14.5). */
import { computed } from 'nanostores'
import { createRemoteStore } from '#shared/remote-store.ts'
import { countOrdersSince, fetchNewestDate } from '../orders.api.ts'
import { $isSoundOn, beep } from './sound.store.ts'

const POLL_MS = 30_000

interface NewOrdersOptions {
  fetchNewestDate?: typeof fetchNewestDate
  countOrdersSince?: typeof countOrdersSince
  beep?: () => void
}

const defaults = { fetchNewestDate, countOrdersSince, beep }

export function createNewOrders(options: NewOrdersOptions = {}) {
  const { fetchNewestDate, countOrdersSince, beep } = { ...defaults, ...options }
  /** The newest order that was seen; undefined until it is known. An empty shop has none: no date. */
  let seen: { date: string | undefined } | undefined
  /** Failures are silent: nobody asked for this request. */
  const remote = createRemoteStore(fetchCount, {
    keepsValue: true,
    reloadsWhenVisible: true,
    pollMs: () => POLL_MS,
  })
  const $count = computed(remote.$remote, (count) => (count.state === 'ready' ? count.value : 0))

  async function fetchCount(): Promise<number> {
    if (seen) return countOrdersSince(seen.date)
    const date = await fetchNewestDate()
    seen ??= { date }
    return 0
  }

  /** For a list on screen that begins with the newest order, which came in at `date`. */
  function markSeen(date: string | undefined): void {
    seen = { date }
    remote.set(0)
  }

  /** Polls, and shows the count in the title of the tab, until the returned function is called. */
  function start(): () => void {
    const { title } = document
    const stopTitle = $count.subscribe((count, previous = 0) => {
      document.title = count > 0 ? `(${count}) ${title}` : title
      if (count > previous && $isSoundOn.get()) beep()
    })
    const stopPolling = remote.start()
    return () => {
      stopPolling()
      stopTitle()
      document.title = title
    }
  }

  return { $count, load: remote.load, markSeen, start }
}

export type NewOrdersStore = ReturnType<typeof createNewOrders>
