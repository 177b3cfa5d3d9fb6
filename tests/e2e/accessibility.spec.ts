/* Every page can be read and used by everybody, at every width, and violates no policy. */
import type { Page } from '@playwright/test'
import { crawl } from '#tests/support/built-site.ts'
import { product } from '#tests/support/catalogue.ts'
import { expectAccessible, expectNoOverflow, recordRequests } from './support/page-checks.ts'
import { expect, test } from './support/shop-test.ts'

/** One page of each kind, those first that no link leads to. */
const UNLINKED = ['/product/nothing', '/blog/7', '/nowhere', '/offline', '/order/tracking/ABCDEFGH']
const KINDS = [
  ...UNLINKED,
  '/admin',
  '/',
  '/products',
  product.path,
  '/cart',
  '/about',
  '/contact',
  '/results',
  '/blog',
  '/blog/1',
  '/privacy',
  '/delivery',
  '/our-parcel',
  '/questions',
  '/order/find',
]

/** What opens on a page on a phone. */
const OPENED: Record<string, (page: Page) => Promise<void>> = {
  '/': async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Shop' })).toBeVisible()
  },
  '/products': async (page) => {
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await page.getByLabel('Search').fill('nothing-like-this')
    await expect(page.getByText('No products found')).toBeVisible()
  },
  [product.path]: async (page) => {
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Added to cart').first()).toBeVisible()
  },
}

test.use({ expectedNoise: /status of 404|404: no page/ })

test('rule 12.31: in forced colors a button keeps a border, and the chosen one of several is marked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(product.path)
  const button = page.getByRole('button', { name: 'Shop Now' }).first()
  await expect(button).toHaveCSS('border-top-width', '1px')
  // The dots come with the script of the testimonials, which is fetched when they are near.
  await page.getByLabel('Testimonials', { exact: true }).scrollIntoViewIfNeeded()
  const groups = [page.getByLabel(/^Picture \d of/), page.getByLabel(/^Testimonial \d of/)]
  for (const one of [...groups, page.getByRole('tab')]) {
    const background = await one.nth(1).evaluate((other) => getComputedStyle(other).backgroundColor)
    await expect(one.first()).not.toHaveCSS('background-color', background)
  }
})

// Three tests for three workers.
for (const part of [0, 1, 2]) {
  test(`D47 rules 12.1, 12.5 and 20.6: pages pass axe, fit every width, and need no backend (part ${part + 1} of 3)`, async ({
    page,
    baseURL,
  }) => {
    test.slow()
    const linked = (await crawl(String(baseURL))).map(({ path }) => path)
    expect(linked.length).toBeGreaterThanOrEqual(15)
    const paths = [...new Set([...KINDS, ...linked])].filter((_, nth) => nth % 3 === part)
    const requests = recordRequests(page)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const errors = page.getByText(/could not be loaded|went wrong/i)
      await expect(errors.filter({ visible: true })).toHaveCount(0)
      if (KINDS.includes(path)) await expectAccessible(page)
      await expectNoOverflow(page)
      await page.keyboard.press('End')
      await page.waitForLoadState('networkidle')
      const open = OPENED[path]
      if (!open) continue
      await page.setViewportSize({ width: 360, height: 780 })
      await open(page)
      await expectAccessible(page, [360])
    }
    const toBackend = requests.filter((url) => /\/(rest|auth|forms)\//.test(url))
    expect(toBackend.filter((url) => !url.endsWith('/rpc/track_order'))).toEqual([])
  })
}
