/* Remote data in a store: loading, ready or failed. Only the latest request counts. */
import { atom } from 'nanostores'
import { hasCode } from './shop-error.ts'

export type Remote<Value> =
  | { state: 'loading' }
  /**
   * While `isLoading`, a newer value is requested and this one stays on screen. `isStale` after a reload
   * that failed with `error`, until one succeeds.
   */
  | { state: 'ready'; value: Value; isLoading: boolean; isStale?: true; error?: unknown }
  | { state: 'failed'; error: unknown }

export interface RemoteOptions<Value> {
  /** What the log says before the error. Without it failures are not logged. */
  errorMessage?: string
  /** A failed reload leaves the last value in place instead of replacing it with the failure. */
  keepsValue?: boolean | (() => boolean)
  /**
   * Milliseconds from a response, or a failure, to the next request; undefined for no polling. Polls
   * only while started, and only while the page is visible.
   */
  pollMs?: (remote: Remote<Value>) => number | undefined
  /** Polls in a hidden page too. Browsers run the timers of such a page once a minute at most. */
  pollsWhenHidden?: boolean
  /** Reloads whenever the page becomes visible again. */
  reloadsWhenVisible?: boolean
  /** Reloads when the network is back, if the last request failed. */
  retriesWhenOnline?: boolean
  /** False while an automatic reload (a poll, a visible or restored page) would discard input. */
  mayReload?: () => boolean
}

/**
 * Holds what `fetchValue` returns. A ShopError `forbidden` changes nothing: the session is over and the
 * page is on its way to the login.
 */
export function createRemoteStore<Value>(
  fetchValue: () => Promise<Value>,
  options: RemoteOptions<Value> = {},
) {
  const $remote = atom<Remote<Value>>({ state: 'loading' })
  let isStarted = false
  let latestRequest = 0
  let hasFailed = false
  /** A poll that fell into a time when the page was hidden. */
  let isPollDue = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    cancelTimer()
    latestRequest += 1
    const request = latestRequest
    const shown = $remote.get()
    $remote.set(shown.state === 'ready' ? { ...shown, isLoading: true } : { state: 'loading' })
    try {
      const value = await fetchValue()
      if (request !== latestRequest) return
      hasFailed = false
      $remote.set({ state: 'ready', value, isLoading: false })
    } catch (error) {
      if (request !== latestRequest || hasCode(error, 'forbidden')) return
      hasFailed = true
      if (options.errorMessage) console.error(options.errorMessage, error)
      const now = $remote.get()
      const { keepsValue } = options
      const isWanted = typeof keepsValue === 'function' ? keepsValue() : keepsValue
      const stays = isWanted && now.state === 'ready'
      $remote.set(
        stays ? { ...now, isLoading: false, isStale: true, error } : { state: 'failed', error },
      )
    }
    schedulePoll()
  }

  /** Changes a value that is ready. A request under way goes on; call `cancel` first to drop it. */
  function update(change: (value: Value) => Value): void {
    const remote = $remote.get()
    if (remote.state === 'ready') $remote.set({ ...remote, value: change(remote.value) })
  }

  /** Sets a value that came another way. The response to a request under way is dropped. */
  function set(value: Value): void {
    cancel()
    $remote.set({ state: 'ready', value, isLoading: false })
    schedulePoll()
  }

  /** Drops the response to a request under way, and polls no more until the next load. */
  function cancel(): void {
    cancelTimer()
    latestRequest += 1
    const remote = $remote.get()
    if (remote.state === 'ready' && remote.isLoading) $remote.set({ ...remote, isLoading: false })
  }

  /** Loads, unless there is a value, and follows the page until the returned function is called. */
  function start(): () => void {
    isStarted = true
    const onVisibilityChange = () => {
      if (isPageVisible() && (isPollDue || options.reloadsWhenVisible)) reload()
    }
    const onOnline = () => {
      if (options.retriesWhenOnline && hasFailed) reload()
    }
    // Restored from the back/forward cache: another page may have changed something since.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reload()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    addEventListener('online', onOnline)
    addEventListener('pageshow', onPageShow)
    addEventListener('pagehide', cancel)
    if ($remote.get().state === 'ready') schedulePoll()
    else void load()
    return () => {
      isStarted = false
      cancel()
      document.removeEventListener('visibilitychange', onVisibilityChange)
      removeEventListener('online', onOnline)
      removeEventListener('pageshow', onPageShow)
      removeEventListener('pagehide', cancel)
    }
  }

  function reload(): void {
    if (options.mayReload?.() ?? true) return void load()
    cancelTimer()
    schedulePoll()
  }

  function schedulePoll(): void {
    const pauseMs = isStarted ? options.pollMs?.($remote.get()) : undefined
    if (pauseMs !== undefined) timer = setTimeout(poll, pauseMs)
  }

  function poll(): void {
    if (isPageVisible() || options.pollsWhenHidden) reload()
    else isPollDue = true
  }

  function cancelTimer(): void {
    clearTimeout(timer)
    isPollDue = false
  }

  return { $remote, load, update, set, cancel, start }
}

export type RemoteStore<Value> = ReturnType<typeof createRemoteStore<Value>>

export function isPageVisible(): boolean {
  return globalThis.document?.visibilityState !== 'hidden'
}
