/*
 * What this tab knows to be paused. A page that shows it asks once a minute while it is shown, and pages with products
 * also when they are opened (docs/product.md, rule 23.3). No nanostores: they would be half of what the home page loads
 * for it.
 */
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { Pause } from '#product/pauses.ts'
import { fetchPauses, pausesIn } from './pauses.api.ts'

const KEY = 'zulf:pauses'
const MINUTE_MS = 60_000

/** What an earlier page of the tab learnt longer ago is not shown. */
const KNOWN_MS = 60 * MINUTE_MS

const listeners = new Set<() => void>()
let pauses = knownInTab()
let isDue = false
let isFollowed = false

export function currentPauses(): readonly Pause[] {
  return pauses
}

/** Runs the listener where the pauses may have changed, until the returned function is called. */
export function followPauses(listener: () => void): () => void {
  if (!isFollowed) followPage()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** At once, or as soon as the page is shown and online. */
export function askPauses(): void {
  isDue = true
  void askIfShown()
}

/** From the body of a refusal, which names the lines of an order that are paused. */
export function learnFromRefusal(body: unknown): void {
  if (isRecord(body)) learn(pausesIn(body['items']))
}

function followPage(): void {
  isFollowed = true
  setInterval(askPauses, MINUTE_MS)
  document.addEventListener('visibilitychange', askIfShown)
  addEventListener('online', askIfShown)
}

async function askIfShown(): Promise<void> {
  if (!isDue || document.visibilityState !== 'visible' || !navigator.onLine) return
  isDue = false
  learn(await fetchPauses())
}

function learn(learnt: readonly Pause[] | undefined): void {
  if (!learnt) return
  pauses = learnt
  tabStorage.set(KEY, { at: Date.now(), pauses })
  for (const listener of listeners) listener()
}

function knownInTab(): readonly Pause[] {
  const known = tabStorage.get(KEY)
  const isRecent = isRecord(known) && Date.now() - Number(known['at']) < KNOWN_MS
  return (isRecent && pausesIn(known['pauses'])) || []
}
