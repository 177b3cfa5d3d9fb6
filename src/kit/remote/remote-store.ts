/* Remote data in a store: loading, ready or failed. Only the latest request counts. */
import { atom, type WritableAtom } from 'nanostores'
import { isPageVisible, onPageVisible } from '#kit/page-events.ts'
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
  /** False where the last value must not stay after a failed reload: it belongs to another question. */
  keepsValue?: () => boolean
  /**
   * Milliseconds from a response, or a failure, to the next request; undefined for no polling. Polls
   * only while started, and only while the page is visible.
   */
  pollMs?: (remote: Remote<Value>) => number | undefined
  /** Polls in a hidden page too. Browsers run the timers of such a page once a minute at most. */
  pollsWhenHidden?: boolean
  /** Reloads whenever the page becomes visible again. */
  reloadsWhenVisible?: boolean
  /** False while an automatic reload (a poll, a visible or restored page) would discard input. */
  mayReload?: () => boolean
}

/** The state that the functions of one store share. */
interface Loading<Value> {
  $remote: WritableAtom<Remote<Value>>
  fetchValue: () => Promise<Value>
  options: RemoteOptions<Value>
  isStarted: boolean
  /** Counts the requests: only the latest one counts. */
  latestRequest: number
  hasFailed: boolean
  /** A poll that fell into a time when the page was hidden. */
  isPollDue: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Holds what `fetchValue` returns. A failed reload leaves the last value in place, and is repeated when the network is
 * back. A ShopError `forbidden` changes nothing: the session is over and the page is on its way to the login.
 */
export function createRemoteStore<Value>(
  fetchValue: () => Promise<Value>,
  options: RemoteOptions<Value> = {},
) {
  const loading: Loading<Value> = {
    $remote: atom<Remote<Value>>({ state: 'loading' }),
    fetchValue,
    options,
    isStarted: false,
    latestRequest: 0,
    hasFailed: false,
    isPollDue: false,
    timer: undefined,
  }
  return {
    $remote: loading.$remote,
    load: () => load(loading),
    /** Changes a value that is ready. A request under way goes on; call `cancel` first to drop it. */
    update: (change: (value: Value) => Value) => update(loading, change),
    set: (value: Value) => set(loading, value),
    cancel: () => cancel(loading),
    start: () => start(loading),
  }
}

async function load<Value>(loading: Loading<Value>): Promise<void> {
  const { $remote, fetchValue } = loading
  cancelTimer(loading)
  loading.latestRequest += 1
  const request = loading.latestRequest
  const shown = $remote.get()
  $remote.set(shown.state === 'ready' ? { ...shown, isLoading: true } : { state: 'loading' })
  try {
    const value = await fetchValue()
    if (request !== loading.latestRequest) return
    loading.hasFailed = false
    $remote.set({ state: 'ready', value, isLoading: false })
  } catch (error) {
    if (request !== loading.latestRequest || hasCode(error, 'forbidden')) return
    fail(loading, error)
  }
  schedulePoll(loading)
}

function fail<Value>(loading: Loading<Value>, error: unknown): void {
  const { $remote, options } = loading
  loading.hasFailed = true
  if (options.errorMessage) console.error(options.errorMessage, error)
  const now = $remote.get()
  const stays = now.state === 'ready' && (options.keepsValue?.() ?? true)
  $remote.set(
    stays ? { ...now, isLoading: false, isStale: true, error } : { state: 'failed', error },
  )
}

function update<Value>({ $remote }: Loading<Value>, change: (value: Value) => Value): void {
  const remote = $remote.get()
  if (remote.state === 'ready') $remote.set({ ...remote, value: change(remote.value) })
}

/** Sets a value that came another way. The response to a request under way is dropped. */
function set<Value>(loading: Loading<Value>, value: Value): void {
  cancel(loading)
  loading.$remote.set({ state: 'ready', value, isLoading: false })
  schedulePoll(loading)
}

/** Drops the response to a request under way, and polls no more until the next load. */
function cancel<Value>(loading: Loading<Value>): void {
  cancelTimer(loading)
  loading.latestRequest += 1
  const remote = loading.$remote.get()
  if (remote.state === 'ready' && remote.isLoading)
    loading.$remote.set({ ...remote, isLoading: false })
}

/** Loads, unless there is a value, and follows the page until the returned function is called. */
function start<Value>(loading: Loading<Value>): () => void {
  const { $remote, options } = loading
  loading.isStarted = true
  const onOnline = () => {
    if (loading.hasFailed) reload(loading)
  }
  // Restored from the back/forward cache: another page may have changed something since. A first request that leaving
  // has dropped starts again in any case.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if ($remote.get().state === 'loading') void load(loading)
    else reload(loading)
  }
  const onPageHide = () => cancel(loading)
  const stopWatching = onPageVisible(() => {
    if (loading.isPollDue || options.reloadsWhenVisible) reload(loading)
  })
  addEventListener('online', onOnline)
  addEventListener('pageshow', onPageShow)
  addEventListener('pagehide', onPageHide)
  if ($remote.get().state === 'ready') schedulePoll(loading)
  else void load(loading)
  return () => {
    loading.isStarted = false
    cancel(loading)
    stopWatching()
    removeEventListener('online', onOnline)
    removeEventListener('pageshow', onPageShow)
    removeEventListener('pagehide', onPageHide)
  }
}

function reload<Value>(loading: Loading<Value>): void {
  if (loading.options.mayReload?.() ?? true) return void load(loading)
  cancelTimer(loading)
  schedulePoll(loading)
}

function schedulePoll<Value>(loading: Loading<Value>): void {
  const { isStarted, options, $remote } = loading
  const pauseMs = isStarted ? options.pollMs?.($remote.get()) : undefined
  if (pauseMs !== undefined) loading.timer = setTimeout(() => poll(loading), pauseMs)
}

function poll<Value>(loading: Loading<Value>): void {
  if (isPageVisible() || loading.options.pollsWhenHidden) reload(loading)
  else loading.isPollDue = true
}

function cancelTimer<Value>(loading: Loading<Value>): void {
  clearTimeout(loading.timer)
  loading.isPollDue = false
}

/** Stops all that were started together. */
export function stopAll(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}

export type RemoteStore<Value> = ReturnType<typeof createRemoteStore<Value>>
