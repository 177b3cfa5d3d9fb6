/* A list in pages, newest first. Its search, its filters and its page are in the URL. */
import { type QuerySchema, type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, type RemoteOptions } from '#kit/remote/remote-store.ts'
import type { Paging } from './list.ts'

/** Milliseconds without a key press until what was typed is searched for. */
export const TYPING_PAUSE_MS = 300

export interface ListOptions<Query, Page> extends Pick<RemoteOptions<Page>, 'reloadsWhenVisible'> {
  schema: QuerySchema<Query>
  fetchPage: (query: Query) => Promise<Page>
  /** What the log says before the error of a failed request. */
  errorMessage: string
  url?: QueryUrl
}

export function createList<Query extends Paging<unknown>, Page extends Paging<unknown>>({
  schema,
  fetchPage,
  errorMessage,
  reloadsWhenVisible = false,
  ...urlOption
}: ListOptions<Query, Page>) {
  const { $query, set, start: followUrl, print } = queryState(schema, urlOption)
  /** A failed Refresh leaves the page on screen, but not under the search or the position of another. */
  const remote = createRemoteStore(fetchCurrentPage, {
    errorMessage,
    keepsValue: () => shownQuery === $query.get(),
    reloadsWhenVisible,
    retriesWhenOnline: true,
  })
  /** Of the page on screen. */
  let shownQuery: Query | undefined
  let typing: ReturnType<typeof setTimeout> | undefined

  async function fetchCurrentPage(): Promise<Page> {
    const query = $query.get()
    const page = await fetchPage(query.older ? { ...query, newer: undefined } : query)
    // The response to an earlier query is dropped.
    if (query !== $query.get()) return page
    if (!query.newer || page.newer) {
      shownQuery = query
      return page
    }
    // Whoever pages back to the top sees a whole first page, not the few rows that are newer.
    const top = { ...query, newer: undefined }
    set(top, 'replace')
    const first = await fetchPage(top)
    if (top === $query.get()) shownQuery = top
    return first
  }

  function load(): Promise<void> {
    clearTimeout(typing)
    return remote.load()
  }

  /** For what is pressed: a step that Back undoes. A new filter begins at its newest row. */
  function show(change: Partial<Query>): Promise<void> {
    set({ ...$query.get(), older: undefined, newer: undefined, ...change })
    return load()
  }

  /** For what is typed: loads after a pause, and is no step of its own for Back. */
  function showTyped(change: Partial<Query>): void {
    set({ ...$query.get(), older: undefined, newer: undefined, ...change }, 'replace')
    clearTimeout(typing)
    typing = setTimeout(() => void load(), TYPING_PAUSE_MS)
  }

  /** Whether the list begins with the newest row of all. */
  function isUnfiltered(): boolean {
    return print($query.get()).size === 0
  }

  function start(): () => void {
    const stopUrl = followUrl(() => void load())
    const stopRemote = remote.start()
    return () => {
      clearTimeout(typing)
      stopUrl()
      stopRemote()
    }
  }

  return { ...remote, $query, load, show, showTyped, isUnfiltered, start }
}
