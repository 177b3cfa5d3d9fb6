const TIMEOUT_MS = 10_000

/** Requests a page or file of the published site. */
export function requestPage(site: string, path: string): Promise<Response> {
  return fetch(new URL(path, site), { signal: AbortSignal.timeout(TIMEOUT_MS) })
}
