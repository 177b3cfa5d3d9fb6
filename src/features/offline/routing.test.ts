import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { priceList } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { pageKey, strategyFor } from './routing.ts'

const SHOP = settings.site

function opening(path: string): string {
  return strategyFor({ url: SHOP + path, method: 'GET', mode: 'navigate' }, SHOP)
}

function fetching(url: string, method = 'GET', mode = 'cors'): string {
  return strategyFor({ url: new URL(url, SHOP).href, method, mode }, SHOP)
}

const fixed = Object.values(paths).filter((path) => typeof path === 'string')

describe('what customers open is kept', () => {
  const shops = fixed.filter((path) => !path.startsWith(paths.admin))
  test.each([
    ...shops,
    ...priceList.map(({ id }) => paths.product(id)),
    paths.tracking('ABCDEFGH'),
    '/administrator',
    '/restful',
  ])('%s', (path) => expect(opening(path)).toBe('page'))
})

describe('what belongs to the owner or the store is left alone', () => {
  const admin = fixed.filter((path) => path.startsWith(paths.admin))
  test.each([
    ...admin,
    paths.adminOrder('ABCDEFGH'),
    '/admin/',
    '/rest/v1/rpc/get_order',
    '/auth/v1/token',
    '/forms/order',
  ])('%s', (path) => {
    expect(opening(path)).toBe('leave')
    expect(fetching(path)).toBe('leave')
  })
})

test.each([
  ['a script', '/_astro/client.BzraFoOi.js', 'hashed-file'],
  ['the second try of a script', '/_astro/islands.FvUucmZw.js?2', 'hashed-file'],
  ['a font', '/_astro/fonts/figtree-400.woff2', 'hashed-file'],
  ['a small picture of the cart', `/thumbnails/${priceList[0]?.id}.webp`, 'picture'],
  ['the icon', '/favicon.svg', 'picture'],
  ['the worker itself', '/service-worker.js', 'leave'],
  ['a page that a script asks for', '/products', 'leave'],
  ['the hosted backend', 'https://abc.supabase.co/rest/v1/rpc/get_order', 'leave'],
  ['a script from elsewhere', 'https://evil.example/_astro/client.BzraFoOi.js', 'leave'],
])('%s: %s is answered as a %s', (_, url, strategy) => {
  expect(fetching(url)).toBe(strategy)
})

test.each(['POST', 'PUT', 'HEAD'])('%s is never answered from what was kept', (method) => {
  expect(fetching('/products', method, 'navigate')).toBe('leave')
  expect(fetching('/_astro/client.BzraFoOi.js', method)).toBe('leave')
})

test.each([
  ['/', '/'],
  ['/products/', '/products'],
  ['/order/tracking/ABCDEFGH', '/order/tracking'],
  ['/order/confirmation/ABCDEFGH/', '/order/confirmation'],
  ['/order/confirmation/A/B', '/order/confirmation'],
  ['/order', '/order'],
  ['/blog/2', '/blog/2'],
])('%s is kept as %s', (path, key) => expect(pageKey(path)).toBe(key))

test('the pages that the host shows for many addresses are kept under one', () => {
  const rewrites = readFileSync('netlify.toml', 'utf8').matchAll(
    /from = "(\/[^"]+)\/\*"\s+to = "(\/[^"]+)\.html"\s+status = 200/g,
  )
  const customers = [...rewrites].filter(([, from]) => opening(`${from}/ABCDEFGH`) === 'page')
  expect(customers).toHaveLength(2)
  for (const [, from, to] of customers) expect(pageKey(`${from}/ABCDEFGH`)).toBe(to)
})
