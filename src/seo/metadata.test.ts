import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { priceList } from '#product/price-list.ts'
import { isDrawn, openGraphType, sharingCard, withAbsoluteLinks } from './page-metadata.ts'
import { breadcrumbData, jsonForHtml, streetOf } from './structured-data.ts'

test('no text can end the script element that contains it', () => {
  const text = '</script><script>alert(1)</script><!--'
  const json = jsonForHtml({ text })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ text })
})

test('the street of the address repeats neither city nor country', () => {
  const address = '12 Haveli Road, Gulberg III, Lahore, Pakistan'
  expect(streetOf({ address, city: 'Lahore', country: 'Pakistan' })).toBe(
    '12 Haveli Road, Gulberg III',
  )
})

test('only paths of the site become absolute URLs', () => {
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
])('the breadcrumb of %s is %s', (path, breadcrumb) => {
  const list = breadcrumbData(path, 'Title')?.itemListElement
  const names = Array.isArray(list) ? list.map((crumb) => (crumb as { name: string }).name) : []
  expect(names.join(' / ') || undefined).toBe(breadcrumb)
})

describe('Open Graph', () => {
  test.each([
    ['/', 'website', '/social/home.jpg'],
    ['/blog', 'website', '/social/blog.jpg'],
    ['/blog/2', 'article', '/social/article-2.jpg'],
    ['/product/one-without-a-card', 'product', '/social/products.jpg'],
    ['/privacy', 'website', '/social/legal.jpg'],
    ['/cart', 'website', '/social/home.jpg'],
  ])('%s is a %s and shares %s', (path, type, card) => {
    expect([openGraphType(path), sharingCard(path)]).toEqual([type, card])
  })

  test('a product with a card in public/social shares it', () => {
    for (const { id } of priceList) {
      const card = `/social/product-${id}.jpg`
      expect(sharingCard(paths.product(id))).toBe(isDrawn(card) ? card : '/social/products.jpg')
    }
    expect(priceList.some(({ id }) => isDrawn(`/social/product-${id}.jpg`))).toBe(true)
  })
})
