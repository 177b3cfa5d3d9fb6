/*
 * The worker that shows notices and opens the page that one is about. It has no part in loading pages. Built as
 * /notices-worker.js.
 */
import type { WorkerScope } from '#kit/worker-scope.ts'

/** As supabase/functions/outbox/notice.ts makes it. */
interface Shown {
  title: string
  body: string
  tag: string
  path: string
}

const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json() as Shown
  const icon = '/icons/icon-192.png'
  // One with the tag of another takes its place, without a sound.
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon, data: { path } }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function open(path: string): Promise<void> {
  const { href } = new URL(path, location.origin)
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find((page) => page.url === href)
  // Another page may have something typed in it.
  await (shown ? shown.focus() : worker.clients.openWindow(href))
}
