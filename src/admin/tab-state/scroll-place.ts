/*
 * The scroll positions of this tab's admin pages. Their lists come after the page, so the browser's own
 * restoration finds a page that is too short.
 */
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

/** Path and query → pixels from the top, the page that was left last at the end. */
const PLACES_KEY = 'zulf:admin-tab-places'

/** The page, with its query, that is about to be opened again where it was left. */
const RETURN_TO_KEY = 'zulf:admin-tab-return-to'

const MAX_PLACES = 20

/** Input by which a person takes over the scrolling. */
const TAKEOVER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Saves the position when the page is left, and restores it for a page that is returned to. */
export function startScrollPlace(): void {
  const page = currentPage()
  const position = Number(places()[page])
  const isReturn = isReopened() || tabStorage.get(RETURN_TO_KEY) === page
  tabStorage.remove(RETURN_TO_KEY)
  if (isReturn && position > 0) restore(position)
  addEventListener('pagehide', savePlace)
}

export function savePlace(): void {
  // A page that is hidden before it is left has no position any more.
  if (document.documentElement.hidden) return
  const { [currentPage()]: _, ...others } = places()
  const recent = Object.entries(others).slice(1 - MAX_PLACES)
  tabStorage.set(PLACES_KEY, { ...Object.fromEntries(recent), [currentPage()]: scrollY })
}

/** The next page restores its position if it is this one. */
export function expectReturn(page: string): void {
  tabStorage.set(RETURN_TO_KEY, page)
}

/** The page of this path that was left last, with its query; the path where there is none. */
export function lastPlace(path: string): string {
  return (
    Object.keys(places())
      .reverse()
      .find((page) => page.split('?')[0] === path) ?? path
  )
}

function places(): Record<string, unknown> {
  const saved = tabStorage.get(PLACES_KEY)
  return isRecord(saved) ? saved : {}
}

function currentPage(): string {
  return location.pathname + location.search
}

/** By Back, Forward or a reload. */
function isReopened(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward' || visit?.type === 'reload'
}

/** Scrolls as far as the page is long, each time that it grows, until it is there. */
function restore(position: number): void {
  const taken = new AbortController()
  const growth = new ResizeObserver(() => {
    scrollTo({ top: position, behavior: 'instant' })
    if (Math.abs(scrollY - position) < 1) taken.abort()
  })
  taken.signal.addEventListener('abort', () => growth.disconnect())
  for (const type of TAKEOVER_EVENTS) {
    addEventListener(type, () => taken.abort(), { signal: taken.signal })
  }
  growth.observe(document.body)
}
