/* Moments in the life of a page that are more than one browser event. */

declare global {
  interface Document {
    /** While the page is prerendered. Absent where browsers never do that. */
    readonly prerendering?: boolean
  }
}

/** Runs after the load event; at once where that has passed. */
export function onceLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

/** Sent by people, but not by crawlers, which load pages and may move a pointer over them. */
const INPUT_EVENTS = ['pointerdown', 'scroll', 'keydown']

/** Runs at the first input of a person. Each of the events may run it once. */
export function onFirstInput(run: () => void): void {
  for (const type of INPUT_EVENTS) addEventListener(type, run, { once: true })
}

/** Runs when a page from the back/forward cache, or one that was prerendered, is shown. */
export function onShownFromCache(run: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) run()
  })
  document.addEventListener('prerenderingchange', run)
}

export function isPageVisible(): boolean {
  return globalThis.document?.visibilityState !== 'hidden'
}

/** Runs whenever the page becomes visible again. Returns what ends that. */
export function onPageVisible(run: () => void): () => void {
  const onChange = () => {
    if (isPageVisible()) run()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
