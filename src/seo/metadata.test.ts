import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { breadcrumbData } from './breadcrumb-data.ts'
import { jsonForHtml } from './json-for-html.ts'
import { COUNTRY_CODE, streetOf } from './organization-data.ts'
import { openGraphType } from './page-kind.ts'
import { isPublic } from './private-pages.ts'
import { securityText } from './security-text.ts'
import { sharingCard } from './sharing-card.ts'
import { THEME_COLORS } from './theme-colors.ts'
import { withAbsoluteLinks } from './with-absolute-links.ts'

test('no text can end the script that holds it', () => {
  const text = '</script><script>alert(1)</script><!--'
  const json = jsonForHtml({ text })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ text })
})

test('the country has one code', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  expect(names.of(COUNTRY_CODE)).toBe(settings.country)
})

test('the street of the address repeats neither city nor country', () => {
  const address = '12 Haveli Road, Gulberg III, Lahore, Pakistan'
  expect(streetOf({ address, city: 'Lahore', country: 'Pakistan' })).toBe(
    '12 Haveli Road, Gulberg III',
  )
})

test('security.txt has the fields of RFC 9116 and expires within a year', () => {
  expect(securityText('salam@shop.example', new Date('2026-11-22T10:00:00.123Z'))).toBe(
    `Contact: mailto:salam@shop.example
Expires: 2027-11-17T10:00:00Z
Preferred-Languages: en, ur
Canonical: ${settings.site}/.well-known/security.txt
`,
  )
})

test('the colours of the browser are those of the paper', () => {
  const theme = readFileSync('src/styles/theme.css', 'utf8')
  expect(theme).toContain(`--color-paper: light-dark(${THEME_COLORS.light}, ${THEME_COLORS.dark});`)
})

test('only addresses inside the site are completed', () => {
  const html = '<a href="/blog/2">a</a><a href="https://a.b/">b</a><a href="//c.d">c</a>'
  expect(withAbsoluteLinks(html)).toBe(
    `<a href="${settings.site}/blog/2">a</a><a href="https://a.b/">b</a><a href="//c.d">c</a>`,
  )
})

test.each([
  ['/', undefined],
  ['/about', 'Home / Title'],
  ['/blog', 'Home / Blog'],
  ['/blog/2', 'Home / Blog / Title'],
  ['/products', 'Home / Products'],
  ['/product/oil', 'Home / Products / Title'],
])('the way to %s is %s', (path, way) => {
  const list = breadcrumbData(path, 'Title')?.itemListElement
  const names = Array.isArray(list) ? list.map((crumb) => (crumb as { name: string }).name) : []
  expect(names.join(' / ') || undefined).toBe(way)
})

describe('each kind of page', () => {
  test.each([
    ['/', 'website', '/social/home.jpg'],
    ['/blog', 'website', '/social/blog.jpg'],
    ['/blog/2', 'article', '/social/article-2.jpg'],
    ['/product/zulf-herbal-oil-double', 'product', '/social/product-pair.jpg'],
    ['/product/one-without-a-card', 'product', '/social/products.jpg'],
    ['/privacy', 'website', '/social/legal.jpg'],
    ['/cart', 'website', '/social/home.jpg'],
  ])('%s is a %s and shares %s', (path, type, card) => {
    expect([openGraphType(path), sharingCard(path)]).toEqual([type, card])
  })
})

test.each([
  ['/', true],
  ['/products', true],
  ['/ordering', true],
  ['/admin', false],
  ['/admin/orders', false],
  ['/cart', false],
  ['/checkout', false],
  ['/order/tracking', false],
  ['/blog/not-found', false],
  ['/404', false],
  ['/offline', false],
])('whether search engines hear of %s: %s', (path, heard) => {
  expect(isPublic(path)).toBe(heard)
})
