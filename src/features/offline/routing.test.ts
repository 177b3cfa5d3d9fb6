import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { priceList } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { pageKey, strategyFor } from './routing.ts'

const SHOP = settings.site

function navigating(path: string): string {
  return strategyFor({ url: SHOP + path, method: 'GET', mode: 'navigate' }, SHOP)
}

function fetching(url: string, method = 'GET', mode = 'cors'): string {
  return strategyFor({ url: new URL(url, SHOP).href, method, mode }, SHOP)
}

const fixed = Object.values(paths).filter((path) => typeof path === 'string')

describe('pages of customers are cached', () => {
  const shops = fixed.filter((path) => !path.startsWith(paths.admin))
  test.each([
    ...shops,
    ...priceList.map(({ id }) => paths.product(id)),
    paths.tracking('ABCDEFGH'),
    '/administrator',
    '/restful',
  ])('%s', (path) => expect(navigating(path)).toBe('page'))
})

describe('pages of the admin and calls of the backend are not', () => {
  const admin = fixed.filter((path) => path.startsWith(paths.admin))
  test.each([
    ...admin,
    paths.adminOrder('ABCDEFGH'),
    '/admin/',
    '/rest/v1/rpc/get_order',
    '/auth/v1/token',
    '/forms/order',
  ])('%s', (path) => {
    expect(navigating(path)).toBe('network-only')
    expect(fetching(path)).toBe('network-only')
  })
})

test.each([
  ['a script', '/_astro/client.BzraFoOi.js', 'hashed-file'],
  ['a retried script', '/_astro/islands.FvUucmZw.js?2', 'hashed-file'],
  ['a font', '/_astro/fonts/figtree-400.woff2', 'hashed-file'],
  ['a small picture of the cart', `/thumbnails/${priceList[0]?.id}.webp`, 'picture'],
  ['the icon', '/favicon.svg', 'picture'],
  ['the icon of old browsers', '/favicon-32.png', 'picture'],
  ['the icon that browsers request by themselves', '/favicon.ico', 'network-only'],
  ['the worker itself', '/service-worker.js', 'network-only'],
  ['a page that a script asks for', '/products', 'network-only'],
  ['the hosted backend', 'https://abc.supabase.co/rest/v1/rpc/get_order', 'network-only'],
  ['a script from elsewhere', 'https://evil.example/_astro/client.BzraFoOi.js', 'network-only'],
])('%s: %s has the strategy %s', (_, url, strategy) => {
  expect(fetching(url)).toBe(strategy)
})

test.each(['POST', 'PUT', 'HEAD'])('%s never gets a cached response', (method) => {
  expect(fetching('/products', method, 'navigate')).toBe('network-only')
  expect(fetching('/_astro/client.BzraFoOi.js', method)).toBe('network-only')
})

test.each([
  ['/', '/'],
  ['/products/', '/products'],
  ['/order/tracking/ABCDEFGH', '/order/tracking'],
  ['/order/confirmation/ABCDEFGH/', '/order/confirmation'],
  ['/order/confirmation/A/B', '/order/confirmation'],
  ['/order', '/order'],
  ['/blog/2', '/blog/2'],
])('%s is cached as %s', (path, key) => expect(pageKey(path)).toBe(key))

test('pages that the host serves for many paths are cached once', () => {
  const rewrites = readFileSync('netlify.toml', 'utf8').matchAll(
    /from = "(\/[^"]+)\/\*"\s+to = "(\/[^"]+)\.html"\s+status = 200/g,
  )
  const customers = [...rewrites].filter(([, from]) => navigating(`${from}/ABCDEFGH`) === 'page')
  expect(customers).toHaveLength(2)
  for (const [, from, to] of customers) expect(pageKey(`${from}/ABCDEFGH`)).toBe(to)
})
