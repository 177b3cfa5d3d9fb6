import { onceLoaded, onFirstInput } from '#ui/page-events.ts'

/**
 * Has the pages that somebody really looks at kept for times without a network. Begins after all that
 * the page itself needs, and not where people save their data.
 */
export function keepSeenPages(): void {
  const { serviceWorker, connection } = navigator as {
    serviceWorker?: ServiceWorkerContainer
    connection?: { saveData: boolean }
  }
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return
  const begin = () => void tell(serviceWorker)
  onceLoaded(() => {
    if (serviceWorker.controller) begin()
    else onFirstInput(begin)
  })
}

/** The worker was not there while the first page loaded, and must be told what that was made of. */
function tell(workers: ServiceWorkerContainer): Promise<void> {
  return workers
    .register('/service-worker.js')
    .then(() => workers.ready)
    .then(({ active }) =>
      active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
    )
    .catch(() => {
      // A browser that allows no worker shows the shop as ever while there is a network.
    })
}
