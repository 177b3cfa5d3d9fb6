import { onceLoaded, onFirstInput } from '#kit/page-events.ts'
import { trustedWorkerUrl } from '#kit/trusted-worker-url.ts'

/*
 * Has the service worker cache the pages that a customer looks at. Starts after the page has loaded and,
 * where no worker is registered yet, after the first input. Does nothing where data is saved.
 */
const { serviceWorker, connection } = navigator as {
  serviceWorker?: ServiceWorkerContainer
  connection?: { saveData: boolean }
}
if (import.meta.env.PROD && serviceWorker && !connection?.saveData) {
  const start = () => void register(serviceWorker)
  onceLoaded(() => {
    if (serviceWorker.controller) start()
    else onFirstInput(start)
  })
}

/** Sends the worker the page and what it has loaded: the first page loads before there is a worker. */
function register(workers: ServiceWorkerContainer): Promise<void> {
  return workers
    .register(trustedWorkerUrl('/service-worker.js'))
    .then(() => workers.ready)
    .then(({ active }) => active?.postMessage(seenUrls()))
    .catch(() => {
      // Without a worker the shop works as long as there is a network.
    })
}

/** A message of workbox-routing. */
function seenUrls(): object {
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const page = [location.pathname, { headers: { accept: 'text/html' } }]
  return { type: 'CACHE_URLS', payload: { urlsToCache: [...files, page] } }
}
