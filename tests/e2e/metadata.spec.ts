/* What search engines, feed readers and social media read, on the built site. */

import { settings } from '#config/settings.ts'
import { ADMIN_PAGES } from './support/admin.ts'
import {
  attributes,
  crawl,
  locations,
  metaOf,
  pathOf,
  type SitePage,
  titleOf,
} from './support/built-site.ts'
import { expect, test } from './support/shop-test.ts'

let pages: SitePage[]

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  pages = await crawl(request)
  await request.dispose()
})

/** The pages that search engines may show. */
function indexable(): SitePage[] {
  return pages.filter(({ html }) => metaOf(html, 'robots') !== 'noindex')
}

/** Written out here, so that the site is not checked by its own function. */
function published(path: string): string {
  return `${settings.site}${path}`
}

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('every link inside the site leads to a page', async ({ request }) => {
  // crawl() stops at the first link that leads nowhere.
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/products', '/blog', '/blog/8', '/privacy', '/cart']),
  )
  for (const { path, html } of pages) {
    const hrefs = attributes(html, 'a', 'href')
    expect({ path, empty: hrefs.filter((href) => href === '#' || href === '') }).toEqual({
      path,
      empty: [],
    })
  }
  expect((await request.get('/blog/7')).status()).toBe(404)
})

test('every fragment that a link names exists', () => {
  const byPath = new Map(pages.map((page) => [page.path, page.html]))
  const lost = pages.flatMap(({ path, html }) =>
    attributes(html, 'a', 'href')
      .filter((href) => href.includes('#') && !href.includes(':'))
      .filter((href) => {
        const [target = '', id = ''] = href.split('#')
        return !byPath.get(target || path)?.includes(` id="${id}"`)
      })
      .map((href) => `${path} → ${href}`),
  )
  expect(lost).toEqual([])
})

test('every page has metadata, a language and one first heading', () => {
  for (const { path, html } of pages) {
    // The script of the cart writes its own heading.
    if (path !== '/cart') expect.soft(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    expect.soft(html, path).toMatch(/^<!DOCTYPE html>\s*<html lang="en"/i)
    for (const name of ['description', 'keywords', 'og:title', 'og:description', 'twitter:card']) {
      expect.soft(metaOf(html, name), `${path}: ${name}`).toBeTruthy()
    }
    expect.soft(metaOf(html, 'og:title'), path).toBe(titleOf(html))
  }
})

test('every picture has a size and an alternative text', () => {
  for (const { path, html } of pages) {
    const pictures = html.match(/<img\s[^>]*>/g) ?? []
    const incomplete = pictures.filter(
      (tag) =>
        !['width', 'height', 'alt'].every((name) => new RegExp(`\\s${name}[=\\s>]`).test(tag)),
    )
    expect.soft(incomplete, path).toEqual([])
  }
})

test('no two pages share a title or a description', () => {
  expect(indexable().length).toBeGreaterThan(15)
  expect(repeated(indexable().map(({ html }) => titleOf(html)))).toEqual([])
  expect(repeated(indexable().map(({ html }) => metaOf(html, 'description') ?? ''))).toEqual([])
  for (const { path, html } of indexable()) {
    expect.soft(metaOf(html, 'description')?.length, path).toBeLessThanOrEqual(170)
  }
})

test('the canonical URL of a page is its own URL at the configured site', () => {
  for (const { path, html } of indexable()) {
    const url = published(path)
    expect.soft(attributes(html, 'link rel="canonical"', 'href'), path).toEqual([url])
    expect.soft(metaOf(html, 'og:url'), path).toBe(url)
  }
})

test('every URL in metadata is of the configured site', () => {
  for (const { path, html } of pages) {
    const head = html.slice(0, html.indexOf('</head>')).replace(/<style.*?<\/style>/gs, '')
    const hosts = [...head.matchAll(/https?:\/\/[^/"\s\\]+/g)].map(([host]) => host)
    const foreign = hosts.filter((host) => host !== settings.site && !VOCABULARIES.includes(host))
    const outside = foreign.filter((host) => !profiles.some((url) => url.startsWith(host)))
    expect.soft({ path, outside }).toEqual({ path, outside: [] })
  }
})

/** Names of vocabularies, which look like URLs. */
const VOCABULARIES = ['https://schema.org', 'http://purl.org']
const profiles = settings.socialProfiles.map(({ url }) => url)

test('the sharing picture of a page exists, and is its own', async ({ request }) => {
  for (const { path, html } of indexable()) {
    const picture = pathOf(metaOf(html, 'og:image') ?? '')
    const response = await request.get(picture)
    expect.soft([path, response.status()]).toEqual([path, 200])
    expect.soft(response.headers()['content-type'], picture).toMatch(/^image\/(jpeg|png)/)
    expect.soft((await response.body()).length, picture).toBeLessThan(300_000)
  }
  const pictures = indexable()
    .filter(({ path }) => !['/privacy', '/returns', '/terms'].includes(path))
    .map(({ html }) => metaOf(html, 'og:image') ?? '')
  // Products without a card of their own show that of the catalogue.
  const shared = published('/social/products.jpg')
  expect(repeated(pictures).filter((picture) => picture !== shared)).toEqual([])
})

test('the sitemap lists every page that is indexed, and no other', async ({ request }) => {
  const [part = ''] = locations(await (await request.get('/sitemap-index.xml')).text())
  const listed = locations(await (await request.get(pathOf(part))).text())
  const found = indexable().map(({ path }) => published(path))
  expect(listed.toSorted()).toEqual(found.toSorted())
  expect(listed.filter((url) => /\.html$|[^/]\/$/.test(pathOf(url)))).toEqual([])
})

test('robots.txt forbids nothing, so that noindex is read, and names the sitemap', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).not.toContain('Disallow')
  expect(robots).toContain(`Sitemap: ${settings.site}/sitemap-index.xml`)
  for (const { path } of indexable()) {
    expect(path).not.toMatch(/^\/(admin|cart|checkout|order)/)
  }
})

test('security.txt and favicon.ico are where programs look for them', async ({ request }) => {
  const security = await request.get('/.well-known/security.txt')
  expect(security.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await security.text()).toContain(`Contact: mailto:${settings.email}\n`)
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect((await icon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

test('rule 10.6: a product feed exists only in the currency that merchants take', async ({
  request,
}) => {
  const response = await request.get('/products.xml')
  expect(response.status()).toBe(settings.currency === 'PKR' ? 200 : 404)
})

test('cart, checkout, order, admin and not-found pages are noindex', async ({ request }) => {
  const paths = [
    '/cart',
    '/checkout',
    '/order/tracking/ABCDEFGH',
    '/order/confirmation/ABCDEFGH',
    '/admin',
    ...ADMIN_PAGES.map((name) => `/admin/${name}`),
    '/blog/7',
    '/nowhere',
  ]
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    expect.soft({ path, robots: metaOf(html, 'robots') }).toEqual({ path, robots: 'noindex' })
    expect.soft(html, path).not.toContain('rel="canonical"')
  }
})

test('rule 10.7: the feed holds every article in full, newest first', async ({ request }) => {
  const response = await request.get('/rss.xml')
  expect(response.headers()['content-type']).toMatch(/xml/)
  const feed = await response.text()
  const articles = locations(feed, 'link').slice(1)
  expect(articles.map(pathOf)).toEqual(
    ['8', '6', '5', '4', '3', '2', '1'].map((id) => `/blog/${id}`),
  )
  expect(feed).toContain('That is all of it. You can have the oil as a')
  expect(feed).not.toMatch(/href=&quot;\/|href="\//)
})

test('the manifest names icons of every size, and they exist', async ({ request }) => {
  const [href = ''] = attributes(pages[0]?.html ?? '', 'link rel="manifest"', 'href')
  const response = await request.get(href)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await response.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest.start_url).toBe('/')
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
})
