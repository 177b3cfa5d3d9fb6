/** By these a person is told from a machine that only loads a page, which hears of a pointer's place too. */
const SIGNS_OF_LIFE = ['pointerdown', 'scroll', 'keydown']

/**
 * Once the page is complete and somebody is there, islands that wait to be touched
 * (integrations/first-touch) are fetched when one comes within half a screen.
 */
export function wakeNearIslands(): void {
  for (const type of SIGNS_OF_LIFE) addEventListener(type, watch, { once: true })
}

function watch(): void {
  if (document.readyState !== 'complete') {
    addEventListener('load', watch)
    return
  }
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
