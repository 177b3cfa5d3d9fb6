import { giftPack, openFilledCheckout, putInCart, single } from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

const pages = [
  '/',
  '/products',
  '/product/zulf-herbal-oil-giftpack',
  '/cart',
  '/checkout',
  '/order/tracking/ABCDEFGH',
]

for (const width of [320, 360, 430, 768, 992, 1280]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await putInCart(page, [
      { ...giftPack, quantity: 998 },
      { ...single, quantity: 1 },
    ])
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect({ path, overflow }).toEqual({ path, overflow: 0 })
    }
  })
}

test('what can be pressed at the checkout is at least 44 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openFilledCheckout(page)
  const controls = page
    .getByRole('main')
    .locator('input:not([type=radio]), button, label:has(input)')
  expect(await controls.count()).toBeGreaterThan(7)
  for (const control of await controls.all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})
