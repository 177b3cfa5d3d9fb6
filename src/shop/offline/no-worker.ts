/*
 * Replaces the service worker in builds with SERVICE_WORKER=off: it deletes the caches and unregisters
 * itself (docs/decisions/browsers.md).
 */
import type { WorkerScope } from '#kit/worker-scope.ts'

const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(unregister()))

async function unregister(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith('zulf-'))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await worker.registration.unregister()
}
