/* React hydrates every island, on every kind of page, under the content policy: what that refuses is noise in the console. */
import type { Page } from '@playwright/test'
import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { putInCart } from './support/customer.ts'
import { orderOnDevice, adminTest as test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

/** Pages to read: what they have is HTML, with small scripts. */
for (const path of ['/', '/about', '/blog', '/blog/1', '/results', '/questions'])
  test(`${path} has no island and no React`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('astro-island')).toHaveCount(0)
    expect(scripts.filter((url) => /\/react\./.test(url))).toEqual([])
  })

for (const path of [
  '/products',
  product.path,
  '/contact',
  '/cart',
  '/checkout',
  '/order/find',
  '/order/tracking',
  '/order/confirmation',
])
  test(`every island of ${path} is hydrated`, async ({ page, shop }) => {
    const id = await orderOnDevice(page, shop)
    await putInCart(page, [choice(product)])
    await page.goto(/tracking|confirmation/.test(path) ? `${path}/${id}` : path)
    await expectHydrated(page)
  })

test('every island of the admin is hydrated', async ({ page }) => {
  for (const path of ADMIN_PATHS) {
    await page.goto(path)
    await expectHydrated(page)
  }
})

/** Also those that wait until they are seen. */
async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('astro-island')).not.toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}
