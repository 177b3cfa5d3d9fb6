/*
 * A page that is older than the last deployment, in a restored tab for instance, names scripts that are gone. It is
 * loaded again once, unless something was typed. Otherwise it says that it is incomplete, and what was typed stays.
 * Stands in the head of each page, before any script that may be missing.
 */
let isTypedIn = false

addEventListener('input', () => (isTypedIn = true), { once: true })
// An island: Astro has retried by then. A part that an island imports later says itself that it is missing.
addEventListener('astro:hydration-error', () => void reportMissing())
// Scripts of the page. Errors of elements do not bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) void reportMissing()
  },
  true,
)

/** Without a network, a reload would lose the page. */
async function reportMissing(): Promise<void> {
  const request = fetch(location.href, { method: 'HEAD', cache: 'no-store' })
  const isOnline = await request.then(
    ({ ok }) => ok,
    () => false,
  )
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isOnline && !isTypedIn && visit?.type !== 'reload') location.reload()
  else sayIncomplete()
}

function sayIncomplete(): void {
  for (const notice of document.querySelectorAll('[data-scripts-missing]'))
    notice.removeAttribute('hidden')
  dispatchEvent(new Event('scripts-missing'))
}
