/* What the service worker caches, and when it deletes it. */
import { paths } from '#paths.ts'
import { importsIn } from '#shared/script-imports.ts'
import { filesNamedIn, isRequired, withoutOptionalScripts } from './named-files.ts'
import { FILES, PAGES, pageKey, strategyFor } from './routing.ts'

/** More than the shop has today. Beyond it, the pages that were cached first are deleted. */
const MAX_PAGES = 60

/** Pages that a customer may need next without a network. */
const NEXT_PAGES = [paths.cart, paths.checkout]

/** The form of a product, and pages with an island: the catalogue, the cart, an order. */
const LEADS_TO_CART = /data-enhance="purchase"|<astro-island/

/** Caches a page as it was just shown, with the files it has loaded, mostly from the HTTP cache. */
export async function cacheShownPage(url: string, loaded: string[]): Promise<void> {
  const files = ownFiles(loaded, new URL(url).origin)
  // A picture that fails does not keep its page out of the cache.
  await Promise.allSettled(files.filter((file) => !isRequired(file)).map(cacheFile))
  // From the HTTP cache: the same bytes that were shown.
  const html = await cachePage(url, 'force-cache', files.filter(isRequired))
  if (!html || !LEADS_TO_CART.test(html) || !isFast()) return
  const pages = await caches.open(PAGES)
  for (const next of NEXT_PAGES) if (!(await pages.match(next))) await cachePage(next, 'default')
}

/**
 * Caches a page after all the files it requires, so that an older, complete page is never replaced by
 * an incomplete one. Returns its HTML, or undefined where the response is an error or a redirect.
 */
export async function cachePage(
  url: string,
  cache: RequestCache,
  loaded: string[] = [],
): Promise<string | undefined> {
  const response = await fetch(url, { cache })
  // Browsers refuse a redirected response for a navigation.
  if (!response.ok || response.redirected) return undefined
  const html = await response.text()
  const named = filesNamedIn(isFast() ? html : withoutOptionalScripts(html)).filter(isRequired)
  const visited = new Set<string>()
  await Promise.all([...loaded, ...named].map((file) => cacheWithImports(file, visited)))
  const pages = await caches.open(PAGES)
  // A response from the network carries its URL into the cache, and an order's URL names the order.
  const { status, headers } = response
  await pages.put(pageKey(new URL(response.url).pathname), new Response(html, { status, headers }))
  return html
}

/** Deletes the files of older builds: those that no cached page refers to. */
export async function deleteUnusedFiles(): Promise<void> {
  const [pages, files] = await Promise.all([caches.open(PAGES), caches.open(FILES)])
  const oldest = (await pages.keys()).slice(0, -MAX_PAGES)
  await Promise.all(oldest.map((page) => pages.delete(page)))

  const needed = new Set<string>()
  for (const page of await pages.matchAll()) {
    for (const file of filesNamedIn(await page.text())) await need(file)
  }
  for (const { url } of await files.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/_astro/') && !needed.has(pathname)) await files.delete(pathname)
  }

  async function need(file: string): Promise<void> {
    if (needed.has(file)) return
    needed.add(file)
    const script = file.endsWith('.js') && (await files.match(file))
    if (script) for (const other of importsIn(await script.text())) await need(other)
  }
}

async function cacheWithImports(file: string, visited: Set<string>): Promise<void> {
  if (visited.has(file)) return
  visited.add(file)
  const response = await cacheFile(file)
  if (!file.endsWith('.js')) return
  const imports = importsIn(await response.text())
  await Promise.all(imports.map((other) => cacheWithImports(other, visited)))
}

/** The paths of the files that may be cached. */
function ownFiles(urls: string[], origin: string): string[] {
  const own = urls.filter(
    (url) => strategyFor({ url, method: 'GET', mode: 'no-cors' }, origin) !== 'network-only',
  )
  return own.map((url) => new URL(url).pathname)
}

/** Rejects where the file cannot be fetched. */
async function cacheFile(file: string): Promise<Response> {
  const files = await caches.open(FILES)
  const cached = await files.match(file)
  if (cached) return cached
  const response = await fetch(file, { cache: 'force-cache' })
  if (!response.ok) throw new Error(`${file}: status ${response.status}`)
  await files.put(file, response.clone())
  return response
}

/** Whether to fetch what may never be needed. Safari and Firefox have no `connection` and count as fast. */
function isFast(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return !connection || (!connection.saveData && connection.effectiveType === '4g')
}
