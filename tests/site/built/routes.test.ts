/* Which response a path gets, and what no path leads to. Requests are sent raw: nothing normalizes the path. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { parsePage } from '#tests/support/built-site.ts'
import { product } from '#tests/support/catalogue.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

const RESPONSES: Record<string, [path: string, status: number, heading: string][]> = {
  'rules 1.21 and 9.4: an unknown product or article is a 404': [
    ['/products', 200, 'All Products'],
    [product.path, 200, product.name],
    ['/product/nothing', 404, 'Product not found'],
    ['/product/not-found', 404, 'Product not found'],
    ['/blog/not-found', 404, 'Blog not found'],
    ['/blog/7', 404, 'Blog not found'],
    ['/blog/01', 404, 'Blog not found'],
    ['/blog/1e0', 404, 'Blog not found'],
    ['/404', 404, '404'],
  ],
  'F01 an order page without an id is a 404': [
    ['/order/tracking', 404, '404'],
    ['/order/tracking/', 404, '404'],
    ['/order/confirmation', 404, '404'],
    ['/order/confirmation/', 404, '404'],
    ['/admin/order', 404, '404'],
  ],
  'F11 names of prototypes are unknown products and articles': [
    ['/product/__proto__', 404, 'Product not found'],
    ['/product/constructor', 404, 'Product not found'],
    ['/product/toString', 404, 'Product not found'],
    ['/blog/__proto__', 404, 'Blog not found'],
  ],
  'F13 paths in other case are 404': [
    ['/ADMIN', 404, '404'],
    ['/Admin/Orders', 404, '404'],
    ['/admin/DASHBOARD', 404, '404'],
    ['/CHECKOUT', 404, '404'],
  ],
  'F17 a path of 8 KB is a 404': [[`/${'long'.repeat(2048)}`, 404, '404']],
}

const PRIVATE_FILES = [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.env.embedded',
  '/.npmrc',
  '/.DS_Store',
  '/netlify.toml',
  '/_headers',
  '/_headers/',
  '/%5Fheaders',
  '/_HEADERS',
  '/x/../_headers',
  '/_redirects',
  '/package.json',
  '/package-lock.json',
  '/astro.config.mjs',
  '/supabase/config.toml',
  '/src/paths.ts',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/..%5c..%5cpackage.json',
  '/_astro/../../package.json',
  '/.data/local-admin',
]

const TRAVERSALS = [
  '/order/tracking/..%2f..%2fadmin',
  '/order/tracking/%2e%2e/%2e%2e/admin',
  '/order/tracking/../../admin',
  '/order/tracking/..%5c..%5cadmin',
  '/order/tracking/..%252f..%252fadmin',
  '/order/tracking/.%2e/admin',
  '/order/confirmation/..%2f..%2fcheckout',
  '/product/..%2fadmin',
  '/blog/..%2f1',
]

const builtFiles = globSync('dist/**/*.*')

test.each(Object.entries(RESPONSES))('%s', async (_, responses) => {
  for (const [path, status, heading] of responses) {
    const response = await site.ask(path)
    const { document } = parsePage(path, response.body)
    const text = document.querySelector('h1')?.textContent.trim()
    expect([path, response.status, text]).toEqual([path, status, heading])
  }
})

test('a path that cannot be decoded is a bad request', async () => {
  expect((await site.ask('/order/tracking/%E0%A4%A')).status).toBe(400)
})

test('F05 encoded path traversal shows no other page', async () => {
  for (const path of TRAVERSALS) {
    const { status, body } = await site.ask(path)
    const { title } = parsePage(path, body).document
    if (status !== 200) expect([path, title]).toEqual([path, expect.stringMatching(/not found/)])
    // A path that is still encoded after decoding once is the id of an unknown order.
    else
      expect([path, title]).toEqual([
        expect.stringContaining('%25'),
        `Order Tracking · ${settings.name}`,
      ])
  }
})

test('F07 a trailing slash changes nothing', async () => {
  const linked = site.pages.map(({ path }) => path).filter((path) => path !== '/')
  const unlinked = ['/checkout', '/admin', '/admin/orders', '/order/tracking/ABCDEFGH', '/nowhere']
  for (const path of [...linked, ...unlinked]) {
    const [bare, slashed] = await Promise.all([site.ask(path), site.ask(`${path}/`)])
    expect({ path, status: slashed.status }).toEqual({ path, status: bare.status })
    expect(slashed.body, path).toBe(bare.body)
  }
})

test('F15 no source, configuration or secret file is published', async () => {
  for (const path of PRIVATE_FILES) {
    const { status, body } = await site.ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(body).toContain('Page not found')
  }
})

test('C40 F15 what is published holds no secret, no path of the build machine and no source map', () => {
  const secrets = [
    backendSettings().adminPassword,
    'service_role',
    'SUPABASE_SERVICE',
    'postgres://',
    'postgresql://',
    'BEGIN PRIVATE KEY',
    'sourceMappingURL',
    process.cwd(),
    ...[process.env['HOME']].filter((home) => home !== undefined && home.length > 1),
  ]
  const texts = builtFiles.filter((file) =>
    /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(file),
  )
  expect(texts.length).toBeGreaterThan(40)
  for (const file of [...texts, 'dist/_headers']) {
    const text = readFileSync(file, 'utf8')
    const found = secrets.filter((secret) => secret && text.includes(secret))
    expect(found, file).toEqual([])
    // A secret key, which is longer than the prefix that supabase-js checks, or any signed token.
    expect(text.match(/sb_secret_\w+|eyJ[\w-]{10,}\.eyJ[\w-]{10,}/), file).toBeNull()
  }
  const foreign = builtFiles.filter((file) => /\.(map|env|sql|ts|toml|md)$|\/\.[^/]+$/.test(file))
  expect(foreign).toEqual([])
})
