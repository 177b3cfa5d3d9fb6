/* The service worker's responses: from the network or from its caches. None of them rejects. */
import { paths } from '#paths.ts'
import { FILES, PAGES, pageKey } from './routing.ts'
import type { FetchEvent } from './worker-scope.ts'

/** How long a page waits for the network where a cached one can be shown. */
const PAGE_TIMEOUT_MS = 3_000

export async function pageResponse(event: FetchEvent): Promise<Response> {
  const fresh = freshPage(event)
  // A failure after the cached page was chosen is ignored.
  fresh.catch(() => undefined)
  const cached = await cachedPage(pageKey(new URL(event.request.url).pathname))
  try {
    if (!cached || isReload(event.request)) return await fresh
    const first = await Promise.race([fresh, afterTimeout(cached)])
    if (first === cached) event.waitUntil(readToEnd(fresh))
    return first
  } catch {
    return cached ?? (await cachedPage(paths.offline)) ?? Response.error()
  }
}

/** For pages that are never cached. The browser may have started to fetch the page already. */
export async function networkPageResponse(event: FetchEvent): Promise<Response> {
  return freshPage(event).catch(() => Response.error())
}

export async function hashedFileResponse(event: FetchEvent): Promise<Response> {
  return (await cachedFile(event)) ?? freshFile(event).catch(() => Response.error())
}

export async function pictureResponse(event: FetchEvent): Promise<Response> {
  try {
    return await freshFile(event)
  } catch {
    return (await cachedFile(event)) ?? Response.error()
  }
}

/** The preloaded response, or a request where the browser does not preload. */
async function freshPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function freshFile(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request)
  if (response.status === 200) event.waitUntil(cache(fileKey(event), response.clone()))
  return response
}

async function cache(file: string, response: Response): Promise<void> {
  try {
    await (await caches.open(FILES)).put(file, response)
  } catch {
    // The device's storage is full. The shop works without the cache.
  }
}

async function cachedPage(key: string): Promise<Response | undefined> {
  return await cached(PAGES, key)
}

async function cachedFile(event: FetchEvent): Promise<Response | undefined> {
  return await cached(FILES, fileKey(event))
}

/** A cache that cannot be read counts as empty. */
async function cached(name: string, key: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(key)
  } catch {
    return undefined
  }
}

/** Without search params: the retry of a script has some (layouts/page-start.ts, and Astro for islands). */
function fileKey({ request }: FetchEvent): string {
  return new URL(request.url).pathname
}

/** A reload gets the page from the network, however long that takes. */
function isReload({ cache }: Request): boolean {
  return cache === 'reload' || cache === 'no-cache'
}

/** Lets the browser put a late response into its HTTP cache. */
async function readToEnd(response: Promise<Response>): Promise<void> {
  try {
    await (await response).arrayBuffer()
  } catch {
    // The request failed; the cached page is shown already.
  }
}

function afterTimeout(response: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(response), PAGE_TIMEOUT_MS))
}
