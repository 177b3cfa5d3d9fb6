/*
 * What this tab knows to be paused. A page that shows it asks once a minute while it is shown, and pages with products
 * also when they are opened (docs/product.md, rule 23.3).
 */
import { atom, onMount } from 'nanostores'
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { Pause } from '#product/pauses.ts'
import { fetchPauses, pausesIn } from './pauses.api.ts'

const KEY = 'zulf:pauses'
const MINUTE_MS = 60_000

/** What an earlier page of the tab learnt longer ago is not shown. */
const KNOWN_MS = 60 * MINUTE_MS

export const $pauses = atom<readonly Pause[]>(knownInTab())

let isDue = false

if (typeof window !== 'undefined') onMount($pauses, followPage)

function followPage(): () => void {
  const timer = setInterval(askPauses, MINUTE_MS)
  document.addEventListener('visibilitychange', askIfShown)
  addEventListener('online', askIfShown)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askIfShown)
    removeEventListener('online', askIfShown)
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

function learn(pauses: readonly Pause[] | undefined): void {
  if (!pauses) return
  tabStorage.set(KEY, { at: Date.now(), pauses })
  $pauses.set(pauses)
}

async function askIfShown(): Promise<void> {
  if (!isDue || document.visibilityState !== 'visible' || !navigator.onLine) return
  isDue = false
  learn(await fetchPauses())
}

function knownInTab(): readonly Pause[] {
  const known = tabStorage.get(KEY)
  const isRecent = isRecord(known) && Date.now() - Number(known['at']) < KNOWN_MS
  return (isRecent && pausesIn(known['pauses'])) || []
}
