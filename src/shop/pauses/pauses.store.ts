/*
 * What is paused, as this tab knows it. Where it is shown, it is asked for once a minute while the page is visible and
 * online; pages with products also ask when they are opened (docs/product.md, rule 23.3).
 */
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { Pause } from '#product/pauses.ts'
import { fetchPauses, pausesIn } from './pauses.api.ts'

const KEY = 'zulf:pauses'
const MINUTE_MS = 60_000

/** What an earlier page of the tab learnt longer ago is not shown. */
const KNOWN_MS = 60 * MINUTE_MS

const $known = atom<readonly Pause[]>(knownInTab())

/** Whether a request is due as soon as the page is visible and online. */
let isDue = false

export const $pauses: ReadableAtom<readonly Pause[]> = $known

onMount($known, () => {
  // The build asks for no pauses.
  if (typeof document === 'undefined') return
  const timer = setInterval(askPauses, MINUTE_MS)
  document.addEventListener('visibilitychange', askIfVisible)
  addEventListener('online', askIfVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askIfVisible)
    removeEventListener('online', askIfVisible)
  }
})

/** Asks at once, or as soon as the page is visible and online. */
export function askPauses(): void {
  isDue = true
  void askIfVisible()
}

/** From the body of a refusal, which names the lines of an order that are paused. */
export function learnFromRefusal(body: unknown): void {
  if (isRecord(body)) learn(pausesIn(body['items']))
}

async function askIfVisible(): Promise<void> {
  if (!isDue || document.visibilityState !== 'visible' || !navigator.onLine) return
  isDue = false
  learn(await fetchPauses())
}

/** Undefined, where no response came, changes nothing. */
function learn(learnt: readonly Pause[] | undefined): void {
  if (!learnt) return
  tabStorage.set(KEY, { at: Date.now(), pauses: learnt })
  $known.set(learnt)
}

function knownInTab(): readonly Pause[] {
  const known = tabStorage.get(KEY)
  const isRecent = isRecord(known) && Date.now() - Number(known['at']) < KNOWN_MS
  return (isRecent && pausesIn(known['pauses'])) || []
}
