import { onceSomebodyIsThere } from './on-first-input.ts'
import { onceComplete } from './on-load.ts'

/**
 * Once the page is complete and somebody is there, islands that wait to be touched
 * (tools/build/first-touch) are fetched when one comes within half a screen.
 */
export function wakeNearIslands(): void {
  onceSomebodyIsThere(() => onceComplete(watch))
}

function watch(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      dispatchEvent(new Event('wake-islands'))
    },
    { rootMargin: '50%' },
  )
  // The island itself has no box of its own (display: contents).
  for (const child of document.querySelectorAll('astro-island > *')) observer.observe(child)
}
