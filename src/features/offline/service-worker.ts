/*
 * The service worker. Shows the pages that were seen before when the network is slow or missing.
 * Its design, and how to remove it: docs/decisions/offline.md.
 */
import { paths } from '#paths.ts'
import { cachePage, cacheShownPage, deleteUnusedFiles } from './page-cache.ts'
import {
  hashedFileResponse,
  networkPageResponse,
  pageResponse,
  pictureResponse,
} from './responses.ts'
import { strategyFor } from './routing.ts'
import type { PageMessage, WorkerScope } from './worker-scope.ts'

const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => {
  event.waitUntil(cachePage(paths.offline, 'no-cache'))
})

/** Resolves once the files of older builds are deleted. */
let activated: Promise<void> = Promise.resolve()

// No skipWaiting(): a new worker activates when no page of the older one is open.
worker.addEventListener('activate', (event) => {
  activated = activate()
  event.waitUntil(activated)
})

worker.addEventListener('message', (event) => {
  // A page that cannot be cached now is cached when it is seen again.
  event.waitUntil(cacheSender(event).catch(() => undefined))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  switch (strategyFor(request, worker.location.origin)) {
    case 'page':
      return event.respondWith(pageResponse(event))
    case 'hashed-file':
      return event.respondWith(hashedFileResponse(event))
    case 'picture':
      return event.respondWith(pictureResponse(event))
    case 'network-only':
      // Uses the response that the browser preloads, which would otherwise be fetched twice.
      if (request.mode === 'navigate' && request.method === 'GET') {
        event.respondWith(networkPageResponse(event))
      }
  }
})

async function activate(): Promise<void> {
  await deleteUnusedFiles()
  // Pages are requested while the worker starts.
  const preload = worker.registration.navigationPreload
  await (isFirefox() ? preload?.disable() : preload?.enable())
  await worker.clients.claim()
}

/** Firefox shows its own error page where the preloaded request fails, whatever the worker responds. */
function isFirefox(): boolean {
  return navigator.userAgent.includes('Firefox/')
}

async function cacheSender({ source, data }: PageMessage): Promise<void> {
  // The files of a page are cached before the page itself, and would be deleted as unused meanwhile.
  await activated
  if (source && Array.isArray(data)) await cacheShownPage(source.url, data.map(String))
}
