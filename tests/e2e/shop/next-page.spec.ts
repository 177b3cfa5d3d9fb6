/* Prefetched and prerendered pages, and pages restored by Back. */

import { priceCart } from '#shop/cart/cart.ts'
import { CART_KEY, encodeCart } from '#shop/cart/stored-cart.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ reducedMotion: 'no-preference' })

test('a prerendered page shows its toasts only when it is activated', async ({ page }) => {
  await page.addInitScript(() => {
    // Stays until it is dismissed.
    const toast = { title: 'Something went wrong', tone: 'destructive' }
    sessionStorage.setItem('toasts', JSON.stringify([toast]))
    Object.defineProperty(Document.prototype, 'prerendering', {
      get: () => document.documentElement.dataset['shown'] === undefined,
    })
  })
  await page.goto(product.path)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await page.evaluate(() => {
    document.documentElement.dataset['shown'] = ''
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect(page.getByText('Something went wrong')).toBeVisible()
})

test('rule 2.9: a page restored by Back shows the cart as it is now', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(([key, cart]) => localStorage.setItem(key, cart), [
    CART_KEY,
    encodeCart(priceCart([choice(product, 3)])),
  ] as const)
  await expect(page.locator('[data-cart-count]')).toBeHidden()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('[data-cart-count]')).toHaveText('3')
})

test('the picture of the chosen card becomes that of the product, and no other does', async ({
  page,
}) => {
  await page.goto('/')
  const cards = page.locator(`article [data-becomes=${product.id}]`)
  // The link of a card lies over its picture.
  await cards.first().hover({ force: true })
  expect(await page.evaluate(namesOfPictures)).toEqual([product.id])
  await page.goto(product.path)
  await page.mouse.move(0, 0)
  expect(await page.evaluate(namesOfPictures)).toEqual([product.id])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await page.evaluate(namesOfPictures)).toEqual([])
})

function namesOfPictures(): string[] {
  return Array.from(
    document.querySelectorAll('[data-becomes]'),
    (picture) => getComputedStyle(picture).viewTransitionName,
  ).filter((name) => name !== 'none')
}
