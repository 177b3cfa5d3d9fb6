import { afterAll } from 'vitest'
import { crawl, DIST, elementIn, parsePage, type SitePage } from '#tests/support/built-site.ts'
import { askFor, type RawResponse } from '#tests/support/raw-request.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'

interface ServedSite {
  /** Every page that links lead to. */
  pages: SitePage[]
  ask(path: string, options?: Parameters<typeof askFor>[2]): Promise<RawResponse>
  page(path: string): Promise<SitePage>
  /** The content of a page between its header and its footer. */
  main(path: string): Promise<Element>
  fetch(path: string): Promise<Response>
}

/** The test files of a worker share it. */
let crawled: Promise<SitePage[]> | undefined

/** The built site as the host serves it, until the test file ends. `npm run build:local` comes first. */
export async function serveBuiltSite(): Promise<ServedSite> {
  const { url, close } = await startSiteServer({ port: 0, dist: DIST, trustProxy: true })
  afterAll(close)
  crawled ??= crawl(url)
  const page = async (path: string) => parsePage(path, await (await fetch(url + path)).text())
  return {
    pages: await crawled,
    ask: (path, options) => askFor(url, path, options),
    page,
    main: async (path) => elementIn((await page(path)).document, 'main'),
    fetch: (path) => fetch(url + path),
  }
}
