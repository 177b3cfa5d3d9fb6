import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SiteServer, startSiteServer } from '#tools/site-server/site-server.ts'
import { askFor } from '../support/raw-request.ts'
import { aFolder } from '../support/shop-server.ts'

const pages = ['index', 'products', 'order/tracking', 'product/single', 'product/not-found', '404']
const dist = aFolder('dist')
let site: SiteServer

beforeAll(async () => {
  for (const page of pages) write(`${page}.html`, `page ${page}`)
  write('_astro/app.js', 'script')
  write('.env', 'secret')
  write('_headers', '/*\n  Content-Security-Policy: of the build\n')
  site = await startSiteServer({ port: 0, dist: dist.path })
})
afterAll(async () => {
  await site?.close()
  dist.remove()
})

test.each([
  ['/', 'index'],
  ['/products', 'products'],
  ['/products/', 'products'],
  ['/products?q=%3Cscript%3E', 'products'],
  ['/product/single', 'product/single'],
  ['/order/tracking/ABCDEFGH', 'order/tracking'],
  ['/order/tracking/ABCDEFGH/?from=mail', 'order/tracking'],
])('%s shows the page %s', async (path, page) => {
  expect(await get(path)).toMatchObject({ status: 200, body: `page ${page}` })
})

test.each([
  ['/nothing-here', '404'],
  ['/order/tracking', '404'],
  ['/order/tracking/', '404'],
  ['/product/unknown', 'product/not-found'],
  ['/product/not-found', 'product/not-found'],
  ['/product/__proto__', 'product/not-found'],
  ['/PRODUCTS', '404'],
  ['/.env', '404'],
  ['/_headers', '404'],
  ['/_headers/', '404'],
  ['/%5Fheaders', '404'],
  ['/.git/HEAD', '404'],
  ['/netlify.toml', '404'],
  ['/../package.json', '404'],
  ['/order/tracking/..%2f..%2fproducts', '404'],
  ['/order/tracking/%2e%2e/%2e%2e/products', '404'],
])('%s is not found, and says so with the page %s', async (path, page) => {
  expect(await get(path)).toMatchObject({ status: 404, body: `page ${page}` })
})

test('a redirect keeps the query', async () => {
  const { status, headers } = await get('/search?q=hair%20oil')
  expect(status).toBe(301)
  expect(headers.location).toBe('/products?q=hair%20oil')
})

test('a path that cannot be decoded is a bad request', async () => {
  expect((await get('/%E0%A4%A')).status).toBe(400)
})

test('a page cannot be written to', async () => {
  expect((await get('/products', { method: 'POST' })).status).toBe(405)
})

test('a new build is served at once', async () => {
  write('later.html', 'page later')
  expect(await get('/later')).toMatchObject({ status: 200, body: 'page later' })
  rmSync(join(dist.path, 'later.html'))
  expect(await get('/later')).toMatchObject({ status: 404, body: 'page 404' })
})

test('a range that the file does not have is refused with its length', async () => {
  const { status, headers } = await get('/_astro/app.js', { headers: { range: 'bytes=99-' } })
  expect(status).toBe(416)
  expect(headers['content-range']).toBe('bytes */6')
  expect(headers['etag']).toBeUndefined()
})

describe('headers', () => {
  test('stand on every page, the missing ones too', async () => {
    for (const path of ['/', '/order/tracking/ABCDEFGH', '/nothing-here', '/search']) {
      expect((await get(path)).headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    }
  })

  test('come from what was built as well', async () => {
    for (const path of ['/', '/nothing-here', '/no%0Awhere', '/%E0%A4%A', '/search']) {
      const { headers } = await get(path)
      expect([path, headers['content-security-policy']]).toEqual([path, 'of the build'])
    }
  })

  test('stand on a refusal too', async () => {
    const { headers } = await get('/products', { method: 'POST' })
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  test('of hashed files let a browser keep them, and of pages do not', async () => {
    expect((await get('/_astro/app.js')).headers['cache-control']).toContain('immutable')
    expect((await get('/products')).headers['cache-control']).toContain('max-age=0')
  })

  test('of a request do not turn a missing page into an unchanged or a partial one', async () => {
    const etag = String((await get('/404.html')).headers['etag'])
    for (const headers of [{ 'if-none-match': etag }, { range: 'bytes=0-1' }]) {
      expect(await get('/nothing-here', { headers })).toMatchObject({
        status: 404,
        body: 'page 404',
      })
    }
  })
})

function write(file: string, text: string): void {
  const path = join(dist.path, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function get(path: string, options?: Parameters<typeof askFor>[2]) {
  return askFor(site.url, path, options)
}
