/* The headers of every response. */
import type { APIRequestContext } from '@playwright/test'
import { askFor } from '#tests/support/raw-request.ts'
import { crawl } from './support/built-site.ts'
import { expect, test } from './support/shop-test.ts'

const HEADERS = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const POLICY = [
  /^default-src 'none';/,
  / script-src 'self'( 'sha256-[^']+')*;/,
  / style-src 'self'( 'sha256-[^']+')*;/,
  / img-src 'self';/,
  / font-src 'self';/,
  / form-action 'self';/,
  / base-uri 'none';/,
  / object-src 'none';/,
  / frame-ancestors 'none'(;|$)/,
]

/** Paths that no link leads to. */
const UNLINKED = [
  '/checkout',
  '/order/confirmation/ABCDEFGH',
  '/order/tracking/ABCDEFGH',
  '/order/tracking/abcdefgh',
  '/order/tracking',
  '/admin',
  '/admin/',
  '/admin.html',
  '/admin/dashboard',
  '/admin/orders',
  '/admin/orders/ABCDEFGH',
  '/admin/order',
  '/admin/customers',
  '/admin/messages',
  '/admin/products',
  '/admin/settings',
  '/admin/nothing',
  '/nowhere',
  '/404',
  '/index.html',
  '/product/unknown',
  '/product/%00',
  '/blog/7',
  '/_astro/gone.js',
  '/.env',
  '/no%0Awhere',
  '/%E0%A4%A',
  '//',
  '/search?q=oil',
  '/robots.txt',
  '/sitemap-0.xml',
  '/rss.xml',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/social/home.jpg',
]

test('F21 every response carries the security headers, 404s and malformed paths included', async ({
  request,
}) => {
  const paths = await everyPath(request)
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths) {
    const { headers } = await ask(path)
    expect({ path, ...headers }).toMatchObject(HEADERS)
    expect(headers['permissions-policy'], path).toMatch(/camera=\(\).*geolocation=\(\).*usb=\(\)/)
    const policy = String(headers['content-security-policy'])
    for (const part of POLICY) expect(policy, path).toMatch(part)
    expect(policy, path).not.toMatch(/unsafe-|\*|data:|http:/)
  }
})

test('F21 the response to a refused method carries them as well', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await ask('/products', { method })
    expect(status).toBe(405)
    expect(headers).toMatchObject(HEADERS)
  }
})

test('only the policy of the contact page allows a foreign frame', async ({ request }) => {
  for (const path of (await everyPath(request)).filter((path) => path !== '/contact')) {
    const { headers, status } = await ask(path)
    if (status !== 200 || !String(headers['content-type']).includes('html')) continue
    expect(headers['content-security-policy'], path).toContain("frame-src 'none'")
  }
  const { headers } = await ask('/contact')
  expect(headers['content-security-policy']).toContain('frame-src https://www.google.com;')
})

test('rules 13.5 and 20.5: admin pages are not cached, and require Trusted Types', async () => {
  for (const path of UNLINKED.filter((path) => path.startsWith('/admin'))) {
    const { headers } = await ask(path)
    expect(headers['cache-control'], path).toBe('no-store')
    expect(headers['content-security-policy'], path).toContain(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    )
  }
})

test('rule 10.5: cart, checkout, order and admin pages are noindex, and no other', async ({
  request,
}) => {
  const personal = /^\/(cart|checkout|404|order\/.+|admin.*)$/
  for (const path of await everyPath(request)) {
    const { headers, status } = await ask(path)
    if (status !== 200 && !personal.test(path)) continue
    expect([path, headers['x-robots-tag']]).toEqual([
      path,
      personal.test(path) ? 'noindex' : undefined,
    ])
  }
})

test('no page holds a style attribute or an event handler', async ({ request }) => {
  const pages = [...(await crawl(request)), ...(await readPages(request, UNLINKED))]
  for (const { path, html } of pages) {
    expect(html.match(/<[a-z][^>]*\s(?:style|on[a-z]+)=/gi) ?? [], path).toEqual([])
    expect(html, path).not.toContain('javascript:')
  }
})

function ask(path: string, options?: Parameters<typeof askFor>[2]) {
  return askFor(process.env['SHOP_URL'] ?? '', path, options)
}

async function everyPath(request: APIRequestContext): Promise<string[]> {
  const linked = (await crawl(request)).map(({ path }) => path)
  return [...new Set([...linked, ...UNLINKED])]
}

async function readPages(request: APIRequestContext, paths: string[]) {
  const pages: { path: string; html: string }[] = []
  for (const path of paths.filter((path) => path !== '//')) {
    const response = await request.get(path)
    const isPage = response.headers()['content-type']?.includes('text/html')
    if (isPage) pages.push({ path, html: await response.text() })
  }
  return pages
}
