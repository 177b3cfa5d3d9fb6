/*
 * Shows the pages that were seen before when there is no network, or a weak one. Why it is written
 * so, and how to be rid of it: docs/decisions/offline.md.
 */
import { paths } from '#paths.ts'
import { forgetUnused, keepPage, keepShownPage } from './page-cache.ts'
import { answerHashedFile, answerPage, answerPicture, freshPage } from './responses.ts'
import { strategyFor } from './routing.ts'
import type { PageMessage, WorkerScope } from './worker-scope.ts'

const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage(paths.offline, 'no-cache'))
})

// Never hurried by skipWaiting(): a new worker begins when no page of the older one is open.
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('message', (event) => {
  // What could not be kept now is kept when it is seen again.
  event.waitUntil(keepWhatIsShown(event).catch(() => undefined))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  switch (strategyFor(request, worker.location.origin)) {
    case 'page':
      return event.respondWith(answerPage(event))
    case 'hashed-file':
      return event.respondWith(answerHashedFile(event))
    case 'picture':
      return event.respondWith(answerPicture(event))
    case 'leave':
      // A page that the browser has begun to fetch for us would else be fetched twice.
      if (request.mode === 'navigate' && request.method === 'GET') {
        event.respondWith(freshPage(event))
      }
  }
})

async function takeOver(): Promise<void> {
  await forgetUnused()
  // Pages need not wait for the worker to wake up.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function keepWhatIsShown({ source, data }: PageMessage): Promise<void> {
  if (source && Array.isArray(data)) await keepShownPage(source.url, data.map(String))
}
