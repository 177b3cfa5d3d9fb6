import { paths } from '#paths.ts'
import { PAGES } from './caches.ts'

export interface KeptPage {
  path: string
  title: string
}

/** The pages that open without a network, those seen last first. */
export async function keptPages(): Promise<KeptPage[]> {
  const pages = await caches.open(PAGES)
  const found: KeptPage[] = []
  for (const request of await pages.keys()) {
    const { pathname } = new URL(request.url)
    const html = await (await pages.match(request))?.text()
    if (html && isPlace(pathname)) found.unshift({ path: pathname, title: titleOf(html) })
  }
  return found
}

/** An order's page is nothing without the order, and a checkout sends away who has an empty cart. */
function isPlace(path: string): boolean {
  return path !== paths.offline && path !== paths.checkout && !path.startsWith('/order/')
}

function titleOf(html: string): string {
  // Alone: the rest of the page would be judged by the policy of the page that reads it.
  const [title = ''] = /<title>.*?<\/title>/s.exec(html) ?? []
  return new DOMParser().parseFromString(title, 'text/html').title
}
