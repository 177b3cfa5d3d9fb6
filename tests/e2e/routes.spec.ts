/* Which response a path gets, and what no path leads to. Requests are sent raw: nothing normalizes the path. */
import { globSync, readFileSync } from 'node:fs'
import { settings } from '#config/settings.ts'
import { foundText, product, rareProduct, rareWord } from '#tests/support/catalogue.ts'
import { askFor } from '#tests/support/raw-request.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { crawl } from './support/built-site.ts'
import { openFilledCheckout, placeOrder } from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

const RESPONSES: Record<string, [path: string, status: number, heading: string][]> = {
  'rules 1.21 and 9.4: an unknown product or article is a 404': [
    ['/products', 200, 'All Products'],
    [product.path, 200, product.name],
    ['/product/nothing', 404, 'Product not found'],
    ['/product/not-found', 404, 'Product not found'],
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

for (const [title, responses] of Object.entries(RESPONSES)) {
  test(title, async () => {
    for (const [path, status, heading] of responses) {
      const response = await ask(path)
      const [, text = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(response.body) ?? []
      expect([path, response.status, text.trim()]).toEqual([path, status, heading])
    }
  })
}

test('a path that cannot be decoded is a bad request', async () => {
  expect((await ask('/order/tracking/%E0%A4%A')).status).toBe(400)
})

test('F05 encoded path traversal shows no other page', async () => {
  for (const path of TRAVERSALS) {
    const { status, body } = await ask(path)
    const [, title] = /<title>([^<]*)/.exec(body) ?? []
    if (status !== 200) expect([path, title]).toEqual([path, expect.stringMatching(/not found/)])
    // A path that is still encoded after decoding once is the id of an unknown order.
    else
      expect([path, title]).toEqual([
        expect.stringContaining('%25'),
        `Order Tracking · ${settings.name}`,
      ])
  }
})

test('F07 a trailing slash changes nothing', async ({ request }) => {
  const linked = (await crawl(request)).map((page) => page.path).filter((path) => path !== '/')
  const unlinked = ['/checkout', '/admin', '/admin/orders', '/order/tracking/ABCDEFGH', '/nowhere']
  for (const path of [...linked, ...unlinked]) {
    const [bare, slashed] = await Promise.all([ask(path), ask(`${path}/`)])
    expect({ path, status: slashed.status }).toEqual({ path, status: bare.status })
    expect(slashed.body, path).toBe(bare.body)
  }
})

test('F15 no source, configuration or secret file is published', async () => {
  for (const path of PRIVATE_FILES) {
    const { status, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(body).toContain('Page not found')
  }
})

test('F15 no source map is published', async () => {
  const scripts = builtFiles.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const file of scripts) {
    expect(readFileSync(file, 'utf8')).not.toContain('sourceMappingURL')
    expect((await ask(`${file.replace('dist', '')}.map`)).status).toBe(404)
  }
})

test('C40 what is published holds no secret and no path of the build machine', () => {
  const secrets = [
    backendSettings().adminPassword,
    'service_role',
    'SUPABASE_SERVICE',
    'postgres://',
    'postgresql://',
    'BEGIN PRIVATE KEY',
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

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|404/ })

  test('F19 an unknown path shows the 404 page, which logs the path as one line', async ({
    page,
  }) => {
    for (const path of ['/nowhere', '/no/where/at/all', '/no%0Awhere']) {
      const logged = page.waitForEvent('console', (message) => message.text().includes(path))
      expect((await page.goto(path))?.status()).toBe(404)
      expect((await logged).text()).not.toContain('\n')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
      await expect(page.getByText('Oops! Page not found')).toBeVisible()
    }
  })
})

test('rule 10.3: /search opens the catalogue with that search', async ({ page }) => {
  await page.goto(`/search?q=${rareWord}`)
  await expect(page).toHaveURL(`/products?q=${rareWord}`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
})

test('F03 an order id in lower case is not found', async ({ page }) => {
  await openFilledCheckout(page)
  const { id } = await placeOrder(page)
  for (const name of ['tracking', 'confirmation']) {
    await page.goto(`/order/${name}/${id.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  }
})

test('F09 unexpected search params and fragments are ignored', async ({ page }) => {
  for (const path of [
    '/?q=<script>globalThis.ran=1</script>',
    '/products?q=%3Cscript%3EglobalThis.ran=1%3C/script%3E',
    '/products?q=%3Cimg+src=x+onerror=globalThis.ran=1%3E&min=-5&max=1e9&category=Soap',
    '/products?__proto__[ran]=1&constructor[prototype][ran]=1',
    '/order/tracking/ABCDEFGH?__proto__[ran]=1#<img src=x onerror="globalThis.ran=1">',
    '/contact#<script>globalThis.ran=1</script>',
    '/admin?__proto__.ran=1#__proto__[ran]=1',
  ]) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => (({}) as { ran?: unknown }).ran)).toBeUndefined()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  }
})

function ask(path: string) {
  return askFor(process.env['SHOP_URL'] ?? '', path)
}
