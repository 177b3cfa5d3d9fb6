/* The headers of every response. */
import { expect, test } from 'vitest'
import { ADMIN_PATHS, elementsOf, parsePage } from '#tests/support/built-site.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

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
  '/admin/order',
  '/admin/nothing',
  ...ADMIN_PATHS,
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

const paths = new Set([...site.pages.map(({ path }) => path), ...UNLINKED])
const each = await Promise.all(
  Array.from(paths, async (path) => ({ path, ...(await site.ask(path)) })),
)

test('the list of paths is whole', () => {
  expect(each.length).toBeGreaterThan(50)
})

test.each(each)(
  'C35 F21 the response to $path carries the security headers: no other site frames it',
  ({ path, headers }) => {
    expect(headers).toMatchObject(HEADERS)
    expect(headers['permissions-policy']).toMatch(/geolocation=\(\).*usb=\(\)/)
    // Rule 21.41: the camera is the admin's.
    const camera = /^\/admin\b/.test(path) ? 'camera=(self)' : 'camera=()'
    expect(headers['permissions-policy']).toContain(camera)
    const policy = headers['content-security-policy']
    for (const part of POLICY) expect(policy).toMatch(part)
    expect(policy).not.toMatch(/unsafe-|\*|data:|http:/)
  },
)

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
  'F21 the response to a refused %s carries them as well',
  async (method) => {
    const { status, headers } = await site.ask('/products', { method })
    expect(status).toBe(405)
    expect(headers).toMatchObject(HEADERS)
  },
)

test('the rules for the next page are named by a header and served as such', async () => {
  const home = each.find(({ path }) => path === '/')
  expect(home?.headers['speculation-rules']).toBe('"/speculation-rules.json"')
  const { headers, body } = await site.ask('/speculation-rules.json')
  expect(headers['content-type']).toContain('application/speculationrules+json')
  const said = JSON.stringify(JSON.parse(body))
  expect(said).toContain('"not":{"href_matches":["/cart*","/checkout*"')
  expect(said).toContain('"prerender":[{"where":{"href_matches":["/products","/product/*"]}')
})

test('C38 rules 13.5 and 20.5: admin pages are not cached, and all pages require Trusted Types', () => {
  for (const { path, headers } of each) {
    if (path.startsWith('/admin')) expect(headers['cache-control'], path).toBe('no-store')
    expect(headers['content-security-policy'], path).toContain(
      "require-trusted-types-for 'script'; trusted-types workers",
    )
  }
})

test('rule 10.5: cart, checkout, order, admin and filtered pages are noindex, and no other', () => {
  const personal = /^\/(cart|checkout|404|order\/.+|products\/.+|admin.*)$/
  for (const { path, headers, status } of each) {
    if (status !== 200 && !personal.test(path)) continue
    const robots = personal.test(path) ? 'noindex' : undefined
    expect([path, headers['x-robots-tag']]).toEqual([path, robots])
  }
})

test('no page holds a style attribute, an event handler or a javascript: URL', () => {
  for (const { path, headers, body } of each) {
    if (!headers['content-type']?.includes('text/html')) continue
    const { document } = parsePage(path, body)
    const attributes = elementsOf(document, '*').flatMap((one) => one.getAttributeNames())
    expect(
      attributes.filter((name) => /^(style$|on)/i.test(name)),
      path,
    ).toEqual([])
    expect(body, path).not.toContain('javascript:')
  }
})
