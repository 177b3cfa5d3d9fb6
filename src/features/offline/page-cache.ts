/* What the service worker keeps, and when it lets go of it. */
import { paths } from '#paths.ts'
import { FILES, PAGES } from './caches.ts'
import {
  filesNamedIn,
  importsIn,
  isWorking,
  staticImportsIn,
  withoutIslands,
} from './named-files.ts'
import { pageKey, strategyFor } from './routing.ts'

/** More than the shop has today. Beyond it, the pages that were seen longest ago go. */
const MAX_PAGES = 60

/** Where somebody goes next who has a reason to wait for the network. */
const NEXT_PAGES = [paths.cart, paths.checkout]

/** The form of a product, and pages with an island: the catalogue, the cart, an order. */
const LEADS_TO_CART = /data-enhance="purchase"|<astro-island/

/** Keeps a page as it was just shown, and what it has loaded. Asks the network for next to nothing. */
export async function keepShownPage(address: string, loaded: string[]): Promise<void> {
  const files = ownFiles(loaded, new URL(address).origin)
  // A picture less is no reason to have no page.
  await Promise.allSettled(files.filter((file) => !isWorking(file)).map(keepFile))
  // The browser's own cache still has it, byte for byte as it was shown.
  const html = await keepPage(address, 'force-cache', files.filter(isWorking))
  if (!html || !LEADS_TO_CART.test(html) || !isAmple()) return
  const pages = await caches.open(PAGES)
  for (const next of NEXT_PAGES) if (!(await pages.match(next))) await keepPage(next, 'default')
}

/**
 * A page is kept when all that works it is: half a page is worse than the older whole one. Returns
 * its text, or nothing for what is no page of ours.
 */
export async function keepPage(
  address: string,
  cache: RequestCache,
  loaded: string[] = [],
): Promise<string | undefined> {
  const answer = await fetch(address, { cache })
  // A redirected answer is refused by browsers where a page is asked for.
  if (!answer.ok || answer.redirected) return undefined
  const html = await answer.text()
  const named = filesNamedIn(isAmple() ? html : withoutIslands(html)).filter(isWorking)
  const met = new Set<string>()
  await Promise.all([...loaded, ...named].map((file) => keepWithImports(file, met)))
  const pages = await caches.open(PAGES)
  // A response from the network carries its URL into the cache, and an order's URL names the order.
  const { status, headers } = answer
  await pages.put(pageKey(new URL(answer.url).pathname), new Response(html, { status, headers }))
  return html
}

/** Lets go of what no kept page asks for: what is left of older builds. */
export async function forgetUnused(): Promise<void> {
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

async function keepWithImports(file: string, met: Set<string>): Promise<void> {
  if (met.has(file)) return
  met.add(file)
  const answer = await keepFile(file)
  if (!file.endsWith('.js')) return
  const text = await answer.text()
  const imports = isAmple() ? importsIn(text) : staticImportsIn(text)
  await Promise.all(imports.map((other) => keepWithImports(other, met)))
}

/** The paths of what may be kept. */
function ownFiles(urls: string[], origin: string): string[] {
  const kept = urls.filter(
    (url) => strategyFor({ url, method: 'GET', mode: 'no-cors' }, origin) !== 'leave',
  )
  return kept.map((url) => new URL(url).pathname)
}

/** Rejects where the file is not to be had. */
async function keepFile(file: string): Promise<Response> {
  const files = await caches.open(FILES)
  const kept = await files.match(file)
  if (kept) return kept
  const answer = await fetch(file, { cache: 'force-cache' })
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
  await files.put(file, answer.clone())
  return answer
}

/** Whether the network is good enough to fetch what may never be needed. Safari and Firefox do not say. */
function isAmple(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return !connection || (!connection.saveData && connection.effectiveType === '4g')
}
