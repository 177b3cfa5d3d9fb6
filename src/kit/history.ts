/** `push` is a step that Back undoes. */
export type HistoryStep = 'push' | 'replace'

/** Changes the query of the page's URL. */
export function writeQuery(params: URLSearchParams, how: HistoryStep): void {
  const url = new URL(location.href)
  url.search = params.toString()
  try {
    // The entry's state may hold what deviceStorage saved there.
    if (how === 'push') history.pushState(history.state, '', url)
    else history.replaceState(history.state, '', url)
  } catch {
    // Safari refuses more than 100 changes in 30 seconds; the next one is written.
  }
}
