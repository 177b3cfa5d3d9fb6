/*
 * A page that is older than the last deployment, in a restored tab for instance, names scripts that
 * are gone. It is loaded again once, unless something was typed; else it says that it is incomplete
 * (layouts/ShopPage.astro).
 */
let isTypedIn = false
addEventListener('input', () => (isTypedIn = true), { capture: true, once: true })

/** For a script that could not be loaded. Only a 404 is a reason to reload: the network may be down. */
export async function reportMissingScript(url: string): Promise<void> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (response?.status === 404 && !isTypedIn && visit?.type !== 'reload') location.reload()
  else document.querySelector('[data-scripts-missing]')?.removeAttribute('hidden')
}
