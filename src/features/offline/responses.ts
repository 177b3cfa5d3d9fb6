/* How the service worker answers: from the network, or from what was kept. */
import { paths } from '#paths.ts'
import { FILES, PAGES } from './caches.ts'
import { pageKey } from './routing.ts'
import type { FetchEvent } from './worker-scope.ts'

/** Milliseconds to wait for a fresh page where an older one is at hand: as long as people wait gladly. */
const PATIENCE = 3_000

export async function answerPage(event: FetchEvent): Promise<Response> {
  const fresh = freshPage(event)
  // A fault that comes after the answer is nobody's concern.
  fresh.catch(() => undefined)
  const kept = await keptPage(pageKey(new URL(event.request.url).pathname))
  try {
    if (!kept || isReload(event.request)) return await fresh
    const first = await Promise.race([fresh, later(kept)])
    if (first === kept) event.waitUntil(readToEnd(fresh))
    return first
  } catch {
    return kept ?? (await keptPage(paths.offline)) ?? Response.error()
  }
}

/** What the browser began to fetch by itself, or a request of ours where it cannot do that. */
export async function freshPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

export async function answerHashedFile(event: FetchEvent): Promise<Response> {
  return (await keptFile(event)) ?? freshFile(event)
}

export async function answerPicture(event: FetchEvent): Promise<Response> {
  try {
    return await freshFile(event)
  } catch {
    return (await keptFile(event)) ?? Response.error()
  }
}

async function freshFile(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request)
  if (answer.status === 200) event.waitUntil(keep(fileKey(event), answer.clone()))
  return answer
}

async function keep(file: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(FILES)).put(file, answer)
  } catch {
    // A device that is full shows the shop as ever while there is a network.
  }
}

async function keptPage(key: string): Promise<Response | undefined> {
  return (await caches.open(PAGES)).match(key)
}

async function keptFile(event: FetchEvent): Promise<Response | undefined> {
  return (await caches.open(FILES)).match(fileKey(event))
}

/** A retry of a script has a query (layouts/page-start.ts; Astro does the same for islands). */
function fileKey({ request }: FetchEvent): string {
  return new URL(request.url).pathname
}

/** Who reloads wants the fresh page, such as one with today's prices. */
function isReload({ cache }: Request): boolean {
  return cache === 'reload' || cache === 'no-cache'
}

/** What comes too late is what the browser has for the next time. */
async function readToEnd(answer: Promise<Response>): Promise<void> {
  try {
    await (await answer).arrayBuffer()
  } catch {
    // It never came.
  }
}

function later(kept: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE))
}
