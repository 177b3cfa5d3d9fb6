/* The paths of src/paths.ts, the built pages and the host's rules are consistent. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#paths.ts'
import { priceList } from '#product/price-list.ts'
import { type HostRules, readHostRules } from '#tools/site-server/netlify-rules/host-rules.ts'

let rules: HostRules

beforeAll(async () => {
  rules = await readHostRules('.')
})

/** The host's rule for a path without a file, as text. */
function ruleFor(path: string): string {
  const rule = rules.ruleFor(path, '')
  return rule ? `${rule.status} ${rule.to}${rule.force ? ', forced' : ''}` : 'none'
}

const fixed = Object.values(paths).filter((path) => typeof path === 'string')

describe('the host has no forced rule for', () => {
  const pages = [
    ...fixed.filter((path) => path !== paths.search),
    ...priceList.map(({ id }) => paths.product(id)),
  ]
  it.each(pages)('%s', (path) => {
    // A rule that is not forced applies only where no page exists.
    expect(ruleFor(path)).not.toContain('forced')
    expect(ruleFor(path)).not.toMatch(/^3/)
  })

  it.each(priceList.map(({ id }) => paths.thumbnail(id)))('%s', (path) => {
    expect(ruleFor(path)).toBe('none')
    expect(existsSync('src/pages/thumbnails/[id].webp.ts')).toBe(true)
  })
})

it.each([
  ['an order is confirmed', paths.confirmation('ABCDEFGH'), '200 /order/confirmation.html'],
  ['an order is tracked', paths.tracking('ABCDEFGH'), '200 /order/tracking.html'],
  ['no order is not confirmed', '/order/confirmation', '404 /404.html, forced'],
  ['no order is not tracked', '/order/tracking', '404 /404.html, forced'],
  ['an unknown product has a page', paths.product('nothing'), '404 /product/not-found.html'],
  ['an unknown article has a page', `${paths.blog}/7`, '404 /blog/not-found.html'],
  ['no product is called not-found', '/product/not-found', '404 /product/not-found.html, forced'],
  ['no article is called not-found', '/blog/not-found', '404 /blog/not-found.html, forced'],
  ['the admin sees one order', paths.adminOrder('ABCDEFGH'), '200 /admin/order.html'],
  ['the form of a new order has a page, which wins', paths.adminNewOrder, '200 /admin/order.html'],
  ['the page of an order has no path of its own', '/admin/order', '404 /404.html, forced'],
  ['a search opens the catalogue', paths.search, `301 ${paths.products}`],
])('%s: %s', (_, path, rule) => {
  expect(ruleFor(path)).toBe(rule)
})

it('nothing is built with the URL of the settings, which a host may replace, but with `site` of Astro', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.endsWith('.test.ts'))
  const wrong = files.filter((file) => /\bsettings\.site\b/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})

it('every rule leads to a page of the site', () => {
  const targets = readFileSync('netlify.toml', 'utf8').matchAll(/^\s*to = "(\/[^"]*)"/gm)
  const pages = [...targets].map(([, to = '']) => `src/pages${to.replace(/\.html$/, '')}.astro`)
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter((page) => !existsSync(page))).toEqual([])
})
