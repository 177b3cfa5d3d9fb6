import { catalogue, foundText, price, product } from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ javaScriptEnabled: false })

test('rule 1.22: the catalogue is complete without a script', async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(catalogue.length)
  await expect(page.getByRole('main').getByText(price(product)).first()).toBeVisible()
})

test('rule 1.22: a product can be read without a script, and names other ways to order', async ({
  page,
}) => {
  await page.goto(product.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByText('100% Natural Ingredients')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How To Use' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expect(page.getByText(/JavaScript/).first()).toBeVisible()
})

for (const path of [
  '/cart',
  '/checkout',
  '/order/tracking/ABCDEFGH',
  '/order/confirmation/ABCDEFGH',
  '/order/find',
]) {
  test(`${path} says what it needs`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByText(/needs JavaScript/)).toBeVisible()
  })
}
