/* The built site on the second host: its own parsers and asset server read what `npm run second-host` writes. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIST } from '#tests/support/built-site.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { needPackages } from '#tools/run/packages.mjs'
import { pagesHeaders, pagesRedirects } from '#tools/second-host/pages-files.ts'
import { writeSecondSite } from '#tools/second-host/second-site.ts'
import { type HostRules, readHostRules } from '#tools/site-server/netlify-rules/host-rules.ts'
import { type SiteServer, startSiteServer } from '#tools/site-server/site-server.ts'

const PACKAGES = join(process.cwd(), 'tools/second-host/pages')
const PAGES = join(PACKAGES, 'node_modules/@cloudflare/pages-shared')

const folder = aFolder('second-host')
const site = join(folder.path, 'site')
let netlify: SiteServer
let rules: HostRules
let serve: (path: string) => Promise<Response>

beforeAll(async () => {
  if (!existsSync(DIST)) throw new Error('There is no site yet: run "npm run build:local".')
  await needPackages(PACKAGES, "Installing the second host's asset server", ['--ignore-scripts'])
  await writeSecondSite(process.cwd(), DIST, site)
  netlify = await startSiteServer({ port: 0, dist: DIST })
  rules = await readHostRules(process.cwd(), DIST)
  serve = await startPages()
})
afterAll(async () => {
  await netlify?.close()
  folder.remove()
})

async function startPages(): Promise<typeof serve> {
  const [{ parseHeaders }, { parseRedirects }, { createMetadataObject }, { generateHandler }] =
    await Promise.all([
      import(join(PAGES, 'metadata-generator/parseHeaders.ts')),
      import(join(PAGES, 'metadata-generator/parseRedirects.ts')),
      import(join(PAGES, 'metadata-generator/createMetadataObject.ts')),
      import(join(PAGES, 'asset-server/handler.ts')),
    ])
  const redirects = parseRedirects(readFileSync(join(site, '_redirects'), 'utf8'))
  const headers = parseHeaders(readFileSync(join(site, '_headers'), 'utf8'))
  expect([...redirects.invalid, ...headers.invalid]).toEqual([])
  const metadata = createMetadataObject({ redirects, headers })
  const isFile = (path: string) => {
    const file = join(site, path)
    return existsSync(file) && statSync(file).isFile()
  }
  return (path) =>
    generateHandler({
      request: new Request(new URL(path, 'https://zulf.pk')),
      metadata,
      logError: (error: Error) => {
        throw error
      },
      findAssetEntryForPath: async (asset: string) => (isFile(asset) ? asset : null),
      getAssetKey: (asset: string) => asset,
      negotiateContent: () => ({ encoding: null }),
      fetchAsset: async (asset: string) => ({
        body: await readFile(join(site, asset)),
        contentType: asset.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/plain',
      }),
    })
}

/** Every page by the path that is linked, and the files that have rules of their own. */
const PATHS = globSync('**/*.html', { cwd: DIST })
  .map((file) => `/${file.replace(/\.html$/, '').replace(/^index$/, '')}`)
  .concat([
    '/order/confirmation/ABCDEFGH',
    '/order/tracking/ABCDEFGH',
    '/order/tracking/',
    '/admin/orders/ABCDEFGH',
    '/product/nope',
    '/blog/999',
    '/blog/01',
    '/nope',
    '/order/nope/nope',
    '/service-worker.js',
    '/notices-worker.js',
    '/speculation-rules.json',
    '/robots.txt',
    `/_astro/${globSync('*.js', { cwd: join(DIST, '_astro') })[0]}`,
  ])

/** What is no page, or missing, needs its own hashes only. */
const withoutHashes = (policy: string) => policy.replaceAll(/ 'sha256-[^']+'/g, '')

test('every path has the page, the status and the headers that netlify.toml gives it', async () => {
  expect(PATHS.length).toBeGreaterThan(50)
  for (const path of PATHS) {
    const [expected, response] = await Promise.all([fetch(netlify.url + path), serve(path)])
    expect(response.status, path).toBe(expected.status)
    expect((await response.text()) === (await expected.text()), `page of ${path}`).toBe(true)
    const headers = rules.headersFor(path)
    // What is missing is not cached.
    if (response.status === 404) headers['Cache-Control'] = 'no-store'
    for (const [name, value] of Object.entries(headers)) {
      const sent = response.headers.get(name) ?? ''
      const isPage = response.status === 200 && !/\.\w+$/.test(path)
      const seen = isPage ? sent : withoutHashes(sent)
      expect(seen, `${name} of ${path}`).toBe(isPage ? value : withoutHashes(value))
    }
    expect(response.headers.get('X-Robots-Tag'), path).toBe(headers['X-Robots-Tag'] ?? null)
    expect(response.headers.get('Access-Control-Allow-Origin'), path).toBeNull()
  }
})

test('what is missing has a policy that its page needs', async () => {
  for (const path of ['/nope', '/order/confirmation', '/product/nope', '/blog/999']) {
    const allowed = (await serve(path)).headers.get('Content-Security-Policy') ?? ''
    const page = path.match(/^\/(product|blog)\//)
      ? path.replace(/[^/]+$/, 'not-found.html')
      : '/404.html'
    const needed = rules.headersFor(page)['Content-Security-Policy'] ?? ''
    for (const [hash] of needed.matchAll(/'sha256-[^']+'/g)) expect(allowed, path).toContain(hash)
  }
})

test('a search goes to the catalogue with what is searched', async () => {
  const { status, headers } = await serve('/search?q=oil')
  expect([status, headers.get('Location')]).toEqual([301, '/products?q=oil'])
})

test('a rule that the second host does not have is refused by its path', () => {
  const rule = { from: '/old', to: '/new.html', status: 404, force: false }
  expect(() => pagesRedirects([rule], [])).toThrow(
    'netlify.toml: Cloudflare Pages has nothing for /old with status 404.',
  )
})

test('more rules than it reads, and longer ones, are refused', () => {
  const rule = (path: string, value = 'noindex') => ({
    for: path,
    values: { 'X-Robots-Tag': value },
  })
  const many = Array.from({ length: 101 }, (_, nth) => rule(`/${nth}`))
  expect(() => pagesHeaders(many)).toThrow('the site has 101')
  expect(() => pagesHeaders([rule('/a', 'x'.repeat(2000))])).toThrow('the longest line has 2016')
})
