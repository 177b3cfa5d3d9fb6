/* A list in pages, newest first. Its search, its filters and its page are in the URL. */
import { type QuerySchema, type QueryUrl, queryState } from '#kit/query-state.ts'
import {
  createRemoteStore,
  type RemoteOptions,
  type RemoteStore,
} from '#kit/remote/remote-store.ts'
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

/** What the steps of a list work on. */
interface Listing<Query extends Paging<unknown>, Page> {
  query: ReturnType<typeof queryState<Query>>
  fetchPage: (query: Query) => Promise<Page>
  remote: RemoteStore<Page>
  /** Of the page on screen. */
  shownQuery: Query | undefined
  typing: ReturnType<typeof setTimeout> | undefined
}

export function createList<Query extends Paging<unknown>, Page extends Paging<unknown>>({
  schema,
  fetchPage,
  errorMessage,
  reloadsWhenVisible = false,
  ...urlOption
}: ListOptions<Query, Page>) {
  const listing: Listing<Query, Page> = {
    query: queryState(schema, urlOption),
    fetchPage,
    /** A failed Refresh leaves the page on screen, but not under the search or the position of another. */
    remote: createRemoteStore(() => fetchCurrentPage(listing), {
      errorMessage,
      keepsValue: () => listing.shownQuery === $query.get(),
      reloadsWhenVisible,
      retriesWhenOnline: true,
    }),
    shownQuery: undefined,
    typing: undefined,
  }
  const { remote, query } = listing
  const { $query } = query
  return {
    ...remote,
    $query,
    load: () => load(listing),
    /** For what is pressed: a step that Back undoes. */
    show: (change: Partial<Query>) => show(listing, change),
    /** For what is typed: loads after a pause, and is no step of its own for Back. */
    showTyped: (change: Partial<Query>) => showTyped(listing, change),
    /** Whether the list begins with the newest row of all. */
    isUnfiltered: () => query.print($query.get()).size === 0,
    start: () => start(listing),
  }
}

function start<Query extends Paging<unknown>, Page>(listing: Listing<Query, Page>): () => void {
  const stopUrl = listing.query.start(() => void load(listing))
  const stopRemote = listing.remote.start()
  return () => {
    clearTimeout(listing.typing)
    stopUrl()
    stopRemote()
  }
}

function show<Query extends Paging<unknown>, Page>(
  listing: Listing<Query, Page>,
  change: Partial<Query>,
): Promise<void> {
  listing.query.set(fromNewest(listing, change))
  return load(listing)
}

function showTyped<Query extends Paging<unknown>, Page>(
  listing: Listing<Query, Page>,
  change: Partial<Query>,
): void {
  listing.query.set(fromNewest(listing, change), 'replace')
  clearTimeout(listing.typing)
  listing.typing = setTimeout(() => void load(listing), TYPING_PAUSE_MS)
}

/** A new filter begins at its newest row. */
function fromNewest<Query extends Paging<unknown>, Page>(
  { query }: Listing<Query, Page>,
  change: Partial<Query>,
): Query {
  return { ...query.$query.get(), older: undefined, newer: undefined, ...change }
}

function load<Query extends Paging<unknown>, Page>({
  typing,
  remote,
}: Listing<Query, Page>): Promise<void> {
  clearTimeout(typing)
  return remote.load()
}

async function fetchCurrentPage<Query extends Paging<unknown>, Page extends Paging<unknown>>(
  listing: Listing<Query, Page>,
): Promise<Page> {
  const {
    fetchPage,
    query: { $query, set },
  } = listing
  const query = $query.get()
  const page = await fetchPage(query.older ? { ...query, newer: undefined } : query)
  // The response to an earlier query is dropped.
  if (query !== $query.get()) return page
  if (!query.newer || page.newer) {
    listing.shownQuery = query
    return page
  }
  // Whoever pages back to the top sees a whole first page, not the few rows that are newer.
  const top = { ...query, newer: undefined }
  set(top, 'replace')
  const first = await fetchPage(top)
  if (top === $query.get()) listing.shownQuery = top
  return first
}
