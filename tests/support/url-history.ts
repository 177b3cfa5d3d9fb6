import type { QueryUrl } from '#kit/query-state.ts'

/** A URL with a history of its own. `entries` are the queries, the current one last. */
export function urlHistory(query = '') {
  const entries = [query]
  const url: QueryUrl = {
    read: () => new URLSearchParams(entries.at(-1)),
    write: (params, how) =>
      void entries.splice(how === 'push' ? entries.length : -1, 1, params.toString()),
  }
  return { url, entries }
}
