/*
 * The page after this one (docs/decisions/next-page.md). Browsers with speculation rules fetch it by
 * public/speculation-rules.json; the others are told here, when a link is pointed at or touched.
 */
const PRIVATE = /^\/(cart|checkout|order|admin|search)\b/

export function prepareNextPage(): void {
  // What was made ready beforehand is shown now: like a page that comes back, it looks around.
  document.addEventListener('prerenderingchange', () => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  if (!HTMLScriptElement.supports?.('speculationrules')) addEventListener('pointerover', prefetch)
}

const fetched = new Set([location.pathname])

function prefetch({ target }: Event): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== location.origin || PRIVATE.test(link.pathname)) return
  if (fetched.has(link.pathname)) return
  fetched.add(link.pathname)
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'prefetch', href: link.pathname }),
  )
}
