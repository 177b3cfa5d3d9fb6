import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paths } from '#paths.ts'
import { priceList } from '#product/price-list.ts'
import { isCustomerPage, isHashedFile, isPicture, pageKey, preloadsNavigations } from './routing.ts'

const fixed = Object.values(paths).filter((path) => typeof path === 'string')

describe('pages of customers are cached', () => {
  const shops = fixed.filter((path) => !path.startsWith(paths.admin))
  test.each([
    ...shops,
    ...priceList.map(({ id }) => paths.product(id)),
    paths.tracking('ABCDEFGH'),
    '/administrator',
    '/restful',
  ])('%s', (path) => expect(isCustomerPage(path)).toBe(true))
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
    expect(isCustomerPage(path)).toBe(false)
  })
})

test.each([
  ['a script', '/_astro/client.BzraFoOi.js', 'hashed'],
  ['a font', '/_astro/fonts/figtree-400.woff2', 'hashed'],
  ['a small picture of the cart', `/thumbnails/${priceList[0]?.id}.webp`, 'picture'],
  ['the icon', '/favicon.svg', 'picture'],
  ['the icon of old browsers', '/favicon-32.png', 'picture'],
  ['the icon that browsers request by themselves', '/favicon.ico', 'neither'],
  ['the worker itself', '/service-worker.js', 'neither'],
])('%s: %s is cached as %s', (_, path, kind) => {
  expect(isHashedFile(path)).toBe(kind === 'hashed')
  expect(isPicture(path)).toBe(kind === 'picture')
})

test.each([
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', false],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36', true],
])('rule 11.1: %s preloads navigations: %s', (userAgent, expected) => {
  expect(preloadsNavigations(userAgent)).toBe(expected)
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
  const customers = [...rewrites].filter(([, from]) => isCustomerPage(`${from}/ABCDEFGH`))
  expect(customers).toHaveLength(2)
  for (const [, from, to] of customers) expect(pageKey(`${from}/ABCDEFGH`)).toBe(to)
})
