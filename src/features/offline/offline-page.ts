import { paths } from '#paths.ts'
import { PAGES } from './routing.ts'

interface CachedPage {
  path: string
  title: string
}

/** Lists the cached pages, and reloads on "Try Again" and when the network is back. */
export async function startOfflinePage(): Promise<void> {
  const reload = () => location.reload()
  document.querySelector('[data-try-again]')?.addEventListener('click', reload)
  addEventListener('online', reload)

  const section = document.querySelector<HTMLElement>('[data-cached-pages]')
  const template = document.querySelector<HTMLTemplateElement>('#cached-page')
  const pages = await cachedPages()
  if (!section || !template || pages.length === 0) return
  for (const { path, title } of pages) {
    const item = document.importNode(template.content, true)
    const link = item.querySelector('a')
    if (!link) continue
    link.href = path
    link.textContent = title
    section.querySelector('ul')?.append(item)
  }
  section.hidden = false
}

/** The pages that can be opened without a network, the one seen last first. */
async function cachedPages(): Promise<CachedPage[]> {
  const pages = await caches.open(PAGES)
  const found: CachedPage[] = []
  for (const request of await pages.keys()) {
    const { pathname } = new URL(request.url)
    const html = await (await pages.match(request))?.text()
    if (html && isListed(pathname)) found.unshift({ path: pathname, title: titleOf(html) })
  }
  return found
}

/** An order page shows nothing without its order, and the checkout redirects where the cart is empty. */
function isListed(path: string): boolean {
  return path !== paths.offline && path !== paths.checkout && !path.startsWith('/order/')
}

function titleOf(html: string): string {
  // The title alone: the content policy of this page would apply to the rest of the document.
  const [title = ''] = /<title>.*?<\/title>/s.exec(html) ?? []
  return new DOMParser().parseFromString(title, 'text/html').title
}
