/* A list in pages. Its search, its filters and its page are in the URL. */
import { type QuerySchema, type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, type RemoteOptions, stopAll } from '#kit/remote/remote-store.ts'
import type { Paging } from './list.ts'

/** Milliseconds without a key press until what was typed is searched for. */
export const TYPING_PAUSE_MS = 300

export interface ListOptions<Query, Page> extends Pick<RemoteOptions<Page>, 'reloadsWhenVisible'> {
  schema: QuerySchema<Query>
  fetchPage: (query: Query) => Promise<Page>
  /** Whether the list begins with its oldest row, so that its next page is the `newer` one. */
  isQueue?: (query: Query) => boolean
  /** What the log says before the error of a failed request. */
  errorMessage: string
  url?: QueryUrl
}

const FIRST_PAGE = { older: undefined, newer: undefined }

export function createList<Query extends Paging<unknown>, Page extends Paging<unknown>>({
  schema,
  fetchPage,
  isQueue = () => false,
  errorMessage,
  reloadsWhenVisible = false,
  ...urlOption
}: ListOptions<Query, Page>) {
  const url = queryState(schema, urlOption)
  /** Of the page on screen. */
  let shownQuery: Query | undefined
  /** A failed Refresh leaves the page on screen, but not under the search or the position of another. */
  const remote = createRemoteStore(fetchCurrentPage, {
    errorMessage,
    keepsValue: () => shownQuery === url.$query.get(),
    reloadsWhenVisible,
  })
  let typing: ReturnType<typeof setTimeout> | undefined

  async function fetchCurrentPage(): Promise<Page> {
    const query = url.$query.get()
    const page = await fetchPage(query.older ? { ...query, newer: undefined } : query)
    // The response to an earlier query is dropped.
    if (query !== url.$query.get()) return page
    const back = isQueue(query) ? 'older' : 'newer'
    const top = { ...query, ...FIRST_PAGE }
    const isTop = url.format(query).toString() === url.format(top).toString()
    if (isTop || !query[back] || page[back]) {
      shownQuery = query
      return page
    }
    // Whoever pages back to the top sees a whole first page, not the few rows before the second.
    url.set(top, 'replace')
    const first = await fetchPage(top)
    if (top === url.$query.get()) shownQuery = top
    return first
  }

  function load(): Promise<void> {
    clearTimeout(typing)
    return remote.load()
  }

  const changed = (change: Partial<Query>) => ({ ...url.$query.get(), ...FIRST_PAGE, ...change })

  function show(change: Partial<Query>): Promise<void> {
    url.set(changed(change))
    return load()
  }

  function showTyped(change: Partial<Query>): void {
    url.set(changed(change), 'replace')
    clearTimeout(typing)
    typing = setTimeout(() => void load(), TYPING_PAUSE_MS)
  }

  return {
    ...remote,
    $query: url.$query,
    load,
    /** For what is pressed: a step that Back undoes. A new filter begins at its first page. */
    show,
    /** For what is typed: loads after a pause, and is no step of its own for Back. */
    showTyped,
    /** Whether the list begins with the newest row of all. */
    isUnfiltered: () => url.format(url.$query.get()).toString() === '',
    start: () =>
      stopAll(
        () => clearTimeout(typing),
        url.start(() => void load()),
        remote.start(),
      ),
  }
}
