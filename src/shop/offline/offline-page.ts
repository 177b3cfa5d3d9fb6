import { forwardUrl } from '#config/whatsapp.ts'
import { cardText } from '#order/device/card-text.ts'
import { readCards } from '#order/device/saved-cards.ts'
import { paths } from '#paths.ts'
import { PAGES } from './routing.ts'

interface CachedPage {
  path: string
  title: string
}

/**
 * Lists what this device saved of its orders and the cached pages, and reloads on "Try Again" and when the network is back.
 */
export async function startOfflinePage(): Promise<void> {
  const reload = () => location.reload()
  document.querySelector('[data-try-again]')?.addEventListener('click', reload)
  addEventListener('online', reload)

  fill('saved-order', readCards(), (item, card) => {
    const text = cardText(card)
    item.querySelector('p')?.append(text)
    item.querySelector('a')?.setAttribute('href', forwardUrl(text))
  })
  fill('cached-page', await cachedPages(), (item, { path, title }) => {
    const link = item.querySelector('a')
    link?.setAttribute('href', path)
    link?.replaceChildren(title)
  })
}

/** Shows a section with one copy of its template for each entry. Without entries it stays hidden. */
function fill<Entry>(
  name: string,
  entries: Entry[],
  show: (item: DocumentFragment, entry: Entry) => void,
): void {
  const section = document.querySelector<HTMLElement>(`[data-${name}s]`)
  const template = document.querySelector<HTMLTemplateElement>(`#${name}`)
  if (!section || !template || entries.length === 0) return
  for (const entry of entries) {
    const item = document.importNode(template.content, true)
    show(item, entry)
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
    if (html && isListed(pathname))
      found.unshift({ path: pathname, title: titleOf(html) || pathname })
  }
  return found
}

/** An order page shows nothing without its order, and the checkout redirects where the cart is empty. */
function isListed(path: string): boolean {
  return path !== paths.offline && path !== paths.checkout && !path.startsWith('/order/')
}

/** The characters that Astro escapes in a text. */
const ESCAPED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
}

function titleOf(html: string): string {
  const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? []
  return title.replace(/&(#?\w+);/g, (whole, name: string) => ESCAPED[name] ?? whole)
}
