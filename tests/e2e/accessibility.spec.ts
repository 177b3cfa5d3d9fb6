import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  single,
} from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

const pages = [
  '/',
  '/products',
  '/products?q=nothing-like-this',
  '/product/zulf-herbal-oil-giftpack',
  '/product/nothing',
  '/cart',
  '/about',
  '/contact',
  '/results',
  '/blog',
  '/blog/1',
  '/blog/7',
  '/privacy',
  '/returns',
  '/terms',
  '/nowhere',
  '/offline',
  '/order/tracking/ABCDEFGH',
  '/admin',
]

const widths = [360, 1280]

test.use({ expectedNoise: /Failed to load resource|404/, reducedMotion: 'reduce' })

for (const path of pages) {
  test(`axe finds nothing on ${path}, on a phone and wide, by day and by night`, async ({
    page,
  }) => {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoFindings(page)
    }
  })
}

for (const width of widths) {
  test(`axe finds nothing from the cart to the tracked order at ${width} px`, async ({ page }) => {
    // Six pages, each read by axe.
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await putInCart(page, [{ ...single, quantity: 2 }])
    await page.goto('/cart')
    await expect(page.getByText('Order Summary')).toBeVisible()
    await expectNoFindings(page)
    await page.goto('/checkout')
    await pressPlaceOrder(page)
    await expect(page.getByText('This field is required').first()).toBeVisible()
    await expectNoFindings(page)
    await openFilledCheckout(page)
    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    await expect(page.getByText('Order placed successfully!')).toBeVisible()
    await expectNoFindings(page)
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByText('Order Processing')).toBeVisible()
    await expectNoFindings(page)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('axe finds nothing with the menu open', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFindings(page)
  })

  test('axe finds nothing with the filters open', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expectNoFindings(page)
  })

  test('axe finds nothing after something was added to the cart', async ({ page }) => {
    await page.goto('/product/zulf-herbal-oil-single')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Added to cart').first()).toBeVisible()
    await expectNoFindings(page)
  })
})

/** By night nothing differs but the colours, so only they are looked at again. */
async function expectNoFindings(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  // target-size (WCAG 2.2) is off unless it is asked for.
  expect(
    await findings(page, { runOnly: TAGS, rules: { 'target-size': { enabled: true } } }),
  ).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(page, { runOnly: ['color-contrast'] })).toEqual([])
}

async function findings(page: Page, options: Parameters<AxeBuilder['options']>[0]) {
  const { violations } = await new AxeBuilder({ page }).options(options).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))])
}
