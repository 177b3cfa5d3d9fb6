import { expect, test } from './support/shop-test.ts'

const statuses: [path: string, status: number, heading: string][] = [
  ['/products', 200, 'All Products'],
  ['/products/', 200, 'All Products'],
  ['/cart', 200, 'Shopping Cart'],
  ['/product/zulf-herbal-oil-giftpack', 200, 'Zulf Herbal Hair Oil, Gift Pack'],
  ['/product/nothing', 404, 'Product not found'],
  ['/product/__proto__', 404, 'Product not found'],
  ['/product/constructor', 404, 'Product not found'],
  ['/product/not-found', 404, 'Product not found'],
  ['/blog/7', 404, 'Blog not found'],
  ['/blog/01', 404, 'Blog not found'],
  ['/blog/1e0', 404, 'Blog not found'],
  ['/nowhere', 404, '404'],
  ['/order/tracking', 404, '404'],
  ['/order/tracking/', 404, '404'],
  ['/order/confirmation', 404, '404'],
]

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|404/ })

  for (const [path, status, heading] of statuses) {
    test(`${path} answers ${status} with "${heading}"`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    })
  }

  test('the 404 page says which path was tried, on the console, as one line', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no%0Awhere'))
    await page.goto('/no%0Awhere')
    expect((await logged).text()).not.toContain('\n')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  })
})

test('/search opens the catalogue with that search', async ({ page }) => {
  await page.goto('/search?q=gift')
  await expect(page).toHaveURL(/\/products\?q=gift$/)
  await expect(page.getByText('1 product found')).toBeVisible()
})

for (const path of [
  '/.git/HEAD',
  '/.env',
  '/netlify.toml',
  '/package.json',
  '/_redirects',
  '/..%2f..%2fpackage.json',
]) {
  test(`${path} is nobody's business`, async ({ request }) => {
    const response = await request.get(path)
    expect([400, 404]).toContain(response.status())
    expect(await response.text()).not.toContain('"dependencies"')
  })
}

test('every answer carries the headers of netlify.toml', async ({ request }) => {
  for (const path of ['/', '/products', '/nowhere', '/order/tracking/ABCDEFGH']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})
