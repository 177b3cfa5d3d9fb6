/*
 * The service worker. Shows the pages that were seen before when the network is slow or missing.
 * Its design, and how to remove it: docs/decisions/browsers.md.
 */
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import type { WorkerScope } from '#kit/worker-scope.ts'
import { paths } from '#paths.ts'
import {
  FILES,
  isCustomerPage,
  isHashedFile,
  isPicture,
  PAGES,
  pageKey,
  preloadsNavigations,
} from './routing.ts'

/** More than the shop has today. Beyond it, the pages that were seen longest ago are removed. */
const MAX_PAGES = 60
/** The files of two builds, with the pictures of 60 pages. */
const MAX_FILES = 400

const worker = self as unknown as WorkerScope

const asPage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => pageKey(new URL(request.url).pathname),
  cacheWillUpdate: async ({ response }) => withoutUrl(response),
}
const asFile: WorkboxPlugin = {
  // Without search params: the retry of a script has some (Astro's, for islands).
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
}
// Its type does not fit exactOptionalPropertyTypes.
const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true }) as WorkboxPlugin
const pages = { cacheName: PAGES, plugins: [asPage, atMost(MAX_PAGES)] }
const files = { cacheName: FILES, plugins: [asFile, atMost(MAX_FILES)] }

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && isPage(request) && isCustomerPage(url.pathname) && isReload(request),
  new NetworkFirst(pages),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isPage(request) && isCustomerPage(url.pathname),
  new NetworkFirst({ ...pages, networkTimeoutSeconds: 3 }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isHashedFile(url.pathname),
  new CacheFirst(files),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
  new NetworkFirst(files),
)
// Uses the response that the browser preloads, which would otherwise be fetched twice.
registerRoute(({ request }) => request.mode === 'navigate', new NetworkOnly())

setCatchHandler(async ({ request, url }) => {
  const isShown = url && request.mode === 'navigate' && isCustomerPage(url.pathname)
  return (isShown ? await caches.match(paths.offline) : undefined) ?? Response.error()
})

worker.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()))

// No skipWaiting(): a new worker activates when no page of the older one is open.
worker.addEventListener('activate', (event) => event.waitUntil(activate()))

async function cacheOfflinePage(): Promise<void> {
  const [pages, files] = await Promise.all([caches.open(PAGES), caches.open(FILES)])
  await files.addAll(import.meta.env['OFFLINE_FILES'] as string[])
  await pages.add(new Request(paths.offline, { cache: 'no-cache' }))
}

async function activate(): Promise<void> {
  // Pages are requested while the worker starts.
  const preload = worker.registration.navigationPreload
  await (preloadsNavigations(navigator.userAgent) ? preload?.enable() : preload?.disable())
  await worker.clients.claim()
}

/** A navigation, or the page that cache-seen-pages.ts asks to cache. */
function isPage(request: Request): boolean {
  return request.mode === 'navigate' || request.headers.get('accept') === 'text/html'
}

/** A reload gets the page from the network, however long that takes. */
function isReload({ cache }: Request): boolean {
  return cache === 'reload' || cache === 'no-cache'
}

/**
 * A response from the network carries its URL into the cache, and an order's URL names the order. Browsers refuse a
 * redirected response for a navigation.
 */
async function withoutUrl(response: Response): Promise<Response | null> {
  if (!response.ok || response.redirected) return null
  const { status, headers } = response
  return new Response(await response.blob(), { status, headers })
}
