/*
 * Takes the service worker's place when the owner wants none any more: it forgets all that was kept,
 * and leaves (docs/decisions/offline.md).
 */
import type { WorkerScope } from './worker-scope.ts'

const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith('zulf-'))
  await Promise.all(kept.map((name) => caches.delete(name)))
  await worker.registration.unregister()
}
