/* What search engines, feed readers and social media read, on the built site. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import {
  ADMIN_PATHS,
  DIST,
  elementsOf,
  metaOf,
  parsePage,
  pathOf,
  textsIn,
  valuesOf,
} from '#tests/support/built-site.ts'
import { articles } from '#tests/support/catalogue.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()
const { pages } = site

/** The pages that search engines may show. */
const indexable = pages.filter((page) => metaOf(page, 'robots') !== 'noindex')

/** Pages of text: the legal ones share a card, and those of help another. */
const SHARE_A_CARD = ['/privacy', '/returns', '/terms', '/delivery', '/our-parcel', '/questions']

/** Names of vocabularies, which look like URLs. */
const VOCABULARIES = ['https://schema.org', 'http://purl.org']

/** Written out here, so that the site is not checked by its own function. */
function published(path: string): string {
  return `${settings.site}${path}`
}

function repeated(values: (string | undefined)[]): unknown[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test.each(pages)('$path has a language, one first heading and no empty link', (page) => {
  const { path, html, document } = page
  // The script of the cart writes its own heading.
  if (path !== '/cart') expect(document.querySelectorAll('h1')).toHaveLength(1)
  expect(html).toMatch(/^<!DOCTYPE html>/i)
  expect(document.documentElement.lang).toBe('en')
  expect(metaOf(page, 'twitter:card')).toBeTruthy()
  for (const href of valuesOf(document, 'a', 'href')) expect(['', '#']).not.toContain(href)
})

test('rule 10.1: every built page has a title, a description, keywords and sharing metadata of its own', () => {
  const built = globSync('**/*.html', { cwd: DIST }).map((file) =>
    parsePage(`/${file}`, readFileSync(join(DIST, file), 'utf8')),
  )
  expect(built.length).toBeGreaterThan(40)
  for (const name of ['og:title', 'description', 'og:description', 'keywords']) {
    const values = built.map((page) => metaOf(page, name))
    expect(values, name).not.toContain(undefined)
    expect(values, name).not.toContain('')
    expect(repeated(values), name).toEqual([])
  }
  for (const page of built) {
    expect(metaOf(page, 'og:title'), page.path).toBe(page.document.title)
    expect(metaOf(page, 'og:image'), page.path).toMatch(/\/social\/[\w-]+\.jpg$/)
  }
})

test.each(pages)('every picture of $path has a size and an alternative text', ({ document }) => {
  for (const picture of elementsOf(document, 'img')) {
    const missing = ['width', 'height', 'alt'].filter((name) => !picture.hasAttribute(name))
    expect(missing, picture.outerHTML).toEqual([])
  }
})

test.each(indexable)(
  'the description of $path is short, and its canonical URL is its own, at the configured site',
  (page) => {
    const url = published(page.path)
    expect(metaOf(page, 'description')?.length).toBeLessThanOrEqual(170)
    expect(valuesOf(page.document, 'link[rel="canonical"]', 'href')).toEqual([url])
    expect(metaOf(page, 'og:url')).toBe(url)
  },
)

test.each(pages)('every URL in the metadata of $path is of the configured site', ({ document }) => {
  const own = [settings.site, ...VOCABULARIES, ...settings.socialProfiles.map(({ url }) => url)]
  const head = document.head.cloneNode(true) as HTMLHeadElement
  for (const style of head.querySelectorAll('style')) style.remove()
  const hosts = head.innerHTML.match(/https?:\/\/[^/"\s\\]+/g) ?? []
  expect(hosts.filter((host) => !own.some((url) => url.startsWith(host)))).toEqual([])
})

test('the sharing picture of a page exists, and is its own', async () => {
  for (const page of indexable) {
    const response = await site.fetch(pathOf(metaOf(page, 'og:image') ?? ''))
    expect([page.path, response.status]).toEqual([page.path, 200])
    expect(response.headers.get('content-type'), page.path).toMatch(/^image\/(jpeg|png)/)
    expect((await response.arrayBuffer()).byteLength, page.path).toBeLessThan(300_000)
  }
  const pictures = indexable
    .filter(({ path }) => !SHARE_A_CARD.includes(path))
    .map((page) => metaOf(page, 'og:image'))
  // Products without a card of their own show that of the catalogue.
  const shared = published('/social/products.jpg')
  expect(repeated(pictures).filter((picture) => picture !== shared)).toEqual([])
})

test('the sitemap lists every page that is indexed, and no other', async () => {
  const [part = ''] = textsIn(await bodyOf('/sitemap-index.xml'), 'loc')
  const listed = textsIn(await bodyOf(pathOf(part)), 'loc')
  expect(listed.toSorted()).toEqual(indexable.map(({ path }) => published(path)).toSorted())
  expect(listed.filter((url) => /\.html$|[^/]\/$/.test(pathOf(url)))).toEqual([])
})

test('robots.txt forbids nothing, so that noindex is read, and names the sitemap', async () => {
  const robots = await bodyOf('/robots.txt')
  expect(robots).not.toContain('Disallow')
  expect(robots).toContain(`Sitemap: ${settings.site}/sitemap-index.xml`)
  for (const { path } of indexable) expect(path).not.toMatch(/^\/(admin|cart|checkout|order)/)
})

test('security.txt, with the fields of RFC 9116, and favicon.ico are where programs look for them', async () => {
  const security = await site.fetch('/.well-known/security.txt')
  expect(security.headers.get('content-type')).toMatch(/^text\/plain/)
  const [contact, expires = '', languages, canonical] = (await security.text()).split('\n')
  expect([contact, languages, canonical]).toEqual([
    `Contact: mailto:${settings.email}`,
    'Preferred-Languages: en, ur',
    `Canonical: ${published('/.well-known/security.txt')}`,
  ])
  expect(expires).toMatch(/^Expires: [\d-]+T[\d:]+Z$/)
  const days = (Date.parse(expires.slice('Expires: '.length)) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
  const icon = await site.fetch('/favicon.ico')
  expect(icon.status).toBe(200)
  expect((await icon.bytes()).subarray(0, 4)).toEqual(Uint8Array.of(0, 0, 1, 0))
})

test('rule 10.6: a product feed exists only in the currency that merchants take', async () => {
  const { status } = await site.fetch('/products.xml')
  expect(status).toBe(settings.currency === 'PKR' ? 200 : 404)
})

test.each([
  '/cart',
  '/checkout',
  '/order/tracking/ABCDEFGH',
  '/order/confirmation/ABCDEFGH',
  '/order/find',
  '/admin',
  ...ADMIN_PATHS,
  '/blog/7',
  '/nowhere',
])('rule 10.5: %s is not indexed, and names no URL', async (path) => {
  const page = await site.page(path)
  expect(metaOf(page, 'robots')).toBe('noindex')
  expect(metaOf(page, 'og:url')).toBeUndefined()
  expect(page.document.querySelector('link[rel="canonical"]')).toBeNull()
})

test('rule 10.7: the feed holds every article in full, newest first', async () => {
  const response = await site.fetch('/rss.xml')
  expect(response.headers.get('content-type')).toMatch(/xml/)
  const feed = await response.text()
  expect(textsIn(feed, 'item > link').map(pathOf)).toEqual(articles.map((id) => `/blog/${id}`))
  expect(feed).toContain('That is all of it. You can have the oil as a')
  expect(feed).not.toMatch(/href=&quot;\/|href="\//)
})

test('the manifest names icons of every size, and they exist', async () => {
  const [home] = pages
  const [href = ''] = home ? valuesOf(home.document, 'link[rel="manifest"]', 'href') : []
  const response = await site.fetch(href)
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await response.json()) as {
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest.start_url).toBe('/')
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src } of manifest.icons) expect((await site.fetch(src)).status).toBe(200)
})

test('rule 24.8: the admin has a manifest of its own', async () => {
  const { document } = await site.page('/admin/settings')
  const [href = ''] = valuesOf(document, 'link[rel="manifest"]', 'href')
  expect(await (await site.fetch(href)).json()).toMatchObject({
    display: 'standalone',
    scope: '/admin',
  })
})

async function bodyOf(path: string): Promise<string> {
  return (await site.fetch(path)).text()
}
