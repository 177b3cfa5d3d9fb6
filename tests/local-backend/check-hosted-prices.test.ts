/* Prices of the database against those that the price list or a published site shows. */
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forgetCounts } from '#tests/support/limits.ts'
import { priceGuarantees } from '#tools/check-hosted/price-guarantees.ts'
import { openProject, type Project } from '#tools/check-hosted/project.ts'
import { shownPrices } from '#tools/check-hosted/shown-prices.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { comparison } from '#tools/prices/hosted-prices.ts'
import { pricesSql } from '#tools/prices/migration.ts'
import type { PricedSize } from '#tools/prices/price-list.ts'
import { openBackend } from './open-backend.ts'

const oil = { id: 'oil', name: 'Oil', label: '100ml', price: 799 }
const big = { ...oil, label: '200ml', price: 1499 }
const soap = { id: 'soap', name: 'Soap', label: '1', price: 100 }
const RUN = 'Run `npm run prices -- --push`, or publish the site where the database is right.'

const backend = openBackend('check-prices')
let project: Project

let published: { status: number; body: string }
const site = createServer((request, response) => {
  response.writeHead(request.url === '/prices.json' ? published.status : 404)
  response.end(published.body)
})
let siteUrl: string

beforeAll(async () => {
  project = openProject(backend.url, LOCAL_API_KEY)
  siteUrl = `http://127.0.0.1:${await listenOnFreePort(site)}`
})
afterEach(async () => {
  expect(await backend.sql('select id from public.orders')).toEqual([])
  await forgetCounts(backend.sql)
})
afterAll(async () => {
  site.close()
})

test('a site with the prices of its database is right', async () => {
  await sell([oil, big, soap])
  publish([oil, big, soap])
  expect(await outcomes(siteUrl)).toEqual([true, true])
})

test('a size that the database does not sell is named, and all others are compared too', async () => {
  await sell([{ ...oil, price: 1 }, soap])
  publish([oil, big, { ...soap, price: 99.5 }])
  expect(await outcomes(siteUrl)).toEqual([
    [
      'Oil (oil), 100ml: 799.00 on the site, another price in the database.',
      'Oil (oil), 200ml: 1499.00 on the site, not sold in the database.',
      'Soap (soap), 1: 99.50 on the site, another price in the database.',
      RUN,
    ].join('\n          '),
    'This cannot be checked until the prices agree.',
  ])
})

test('what is paused is compared by its price, and its total is not', async () => {
  await sell([oil, soap])
  publish([oil, soap])
  const pause = (id: string, size: string) =>
    backend.sql(
      `insert into private.pauses (product_id, size, reason) values ('${id}', '${size}', 'Sold out')`,
    )
  await pause(oil.id, oil.label)
  expect(await outcomes(siteUrl)).toEqual([true, true])
  await pause('', '')
  expect(await outcomes(siteUrl)).toEqual([
    true,
    'This cannot be checked until a size is sold that is paused.',
  ])
  await sell([{ ...oil, price: 1 }, soap])
  expect((await outcomes(siteUrl))[0]).toContain('Oil (oil), 100ml: 799.00 on the site, another')
  await backend.sql('delete from private.pauses where true')
})

test('a build says whether the database has its prices, and stops for none of it', async () => {
  const sizes = await shownPrices(undefined)
  const [first, ...others] = sizes
  if (!first) throw new Error('The price list is empty')
  const settings = {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: LOCAL_API_KEY,
  }

  await sell(sizes)
  expect(await comparison(settings)).toEqual({
    isEqual: true,
    sentence: `The database of ${backend.url} has the prices of this build.`,
  })
  await sell([{ ...first, price: first.price + 1 }, ...others])
  expect(await comparison(settings)).toEqual({
    isEqual: false,
    sentence: [
      `THE PRICES DIFFER from those of ${backend.url}, which refuses such orders.`,
      `${first.name} (${first.id}), ${first.label}: ${first.price.toFixed(2)} in this build, another price in the database.`,
      RUN,
    ].join('\n  '),
  })
  expect(await comparison({ ...settings, PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'wrong' })).toEqual({
    isEqual: false,
    sentence: `The prices were not compared with those of ${backend.url}: place_order responded with status 401 and code undefined. Run "npm run check:hosted" with SITE_URL.`,
  })
  // The local backend is asked nothing: its database applies the migrations by itself.
  expect(await comparison({ PUBLIC_SUPABASE_URL: '/' })).toEqual({ isEqual: true })
})

test('more sizes than the API takes tries are left for later, which is said', async () => {
  const sizes = Array.from({ length: 40 }, (_, nth) => ({ ...oil, id: `oil-${nth}` }))
  await sell(sizes)
  publish(sizes.map((size) => ({ ...size, price: 1 })))
  const [prices] = await outcomes(siteUrl)
  expect(prices).toContain('Oil (oil-0), 100ml: 1.00 on the site')
  expect(prices).toContain('20 more sizes were not compared: run this again in ten minutes.')
})

test.each([
  ['is missing', 404, 'Not here'],
  ['is a page', 200, '<!doctype html>'],
  ['is empty', 200, '[]'],
  ['has a size without a price', 200, '[{"id":"oil","name":"Oil","size":"100ml"}]'],
  ['has a price that is no number', 200, '[{"id":"oil","name":"Oil","size":"1","price":"NaN"}]'],
])('a site whose list of prices %s breaks the promise in a sentence', async (_, status, body) => {
  published = { status, body }
  await expect(shownPrices(siteUrl)).rejects.toThrow(
    `${siteUrl}/prices.json does not list the site's prices (status ${status}): ` +
      'publish the site again, and check SITE_URL',
  )
})

function outcomes(shown: string | undefined): Promise<(boolean | string)[]> {
  return Promise.all(priceGuarantees(shown).map(({ passes }) => passes(project)))
}

async function sell(sizes: PricedSize[]): Promise<void> {
  await backend.sql(pricesSql(sizes))
}

function publish(sizes: PricedSize[]): void {
  const body = sizes.map(({ id, name, label, price }) => ({ id, name, size: label, price }))
  published = { status: 200, body: JSON.stringify(body) }
}
