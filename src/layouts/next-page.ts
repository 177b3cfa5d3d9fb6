/* The page after this one is fetched ahead by public/speculation-rules.json (docs/decisions/next-page.md). */

/** A page that was prerendered takes up what has changed since, like one from the back/forward cache. */
export function prepareNextPage(): void {
  document.addEventListener('prerenderingchange', () => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
