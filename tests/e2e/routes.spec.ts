/* What a path shows that needs the scripts of its page. */
import { expect, test } from './support/shop-test.ts'

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|404/ })

  test('F19 an unknown path shows the 404 page, which logs the path as one line', async ({
    page,
  }) => {
    for (const path of ['/no/where/at/all', '/no%0Awhere']) {
      const logged = page.waitForEvent('console', (message) => message.text().includes(path))
      expect((await page.goto(path))?.status()).toBe(404)
      expect((await logged).text()).not.toContain('\n')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
      await expect(page.getByText('Oops! Page not found')).toBeVisible()
      const lost = page.getByRole('link', { name: 'Find your order' })
      expect((await lost.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

test('F09 unexpected search params and fragments are ignored', async ({ page }) => {
  for (const path of [
    '/?q=<script>globalThis.ran=1</script>',
    '/products?q=%3Cimg+src=x+onerror=globalThis.ran=1%3E&min=-5&max=1e9&category=Soap&__proto__[ran]=1&constructor[prototype][ran]=1',
    '/order/tracking/ABCDEFGH?__proto__[ran]=1#<img src=x onerror="globalThis.ran=1">',
    '/admin?__proto__.ran=1#__proto__[ran]=1',
  ]) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => (({}) as { ran?: unknown }).ran)).toBeUndefined()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  }
})
