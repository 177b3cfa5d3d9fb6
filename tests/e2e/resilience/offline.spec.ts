/* What a customer sees of the shop without a connection. */
import { foundText, price, product, rareProduct, rareWord } from '#tests/support/catalogue.ts'
import { blankPictures, openAndCache } from '../support/cached.ts'
import { test } from '../support/deployed-site.ts'
import { expect } from '../support/shop-test.ts'

const PRODUCT = product.path

test('rule 11.1: pages that were seen open offline, with their pictures, search, and add to the cart, and /offline lists them in place of others', async ({
  page,
  site,
}) => {
  await openAndCache(page, '/')
  await openAndCache(page, '/products')
  await openAndCache(page, PRODUCT)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await openAndCache(page, '/cart')
  await site.stop()

  await page.goto(`/products?q=${rareWord}`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await page.goto('/products')
  await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible()
  expect(await blankPictures(page)).toEqual([])
  await page.getByRole('link', { name: product.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${PRODUCT}$`))
  expect(await blankPictures(page)).toEqual([])

  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: product.name })).toBeVisible()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText(price(product, 3)).first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Cart, 3' })).toBeAttached()

  await page.goto('/about')
  const offline = page.getByRole('heading', { name: 'You are offline' })
  await expect(offline).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible()
  await page.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  await page.goto('/about')
  await site.deploy('dist')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(offline).toBeHidden()
  await expect(page).toHaveTitle(/About/)
})

test('rule 11.3: no worker is registered before an interaction, nor with Save-Data', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => {
      document.documentElement.dataset['workers'] = 'registered'
      return Promise.reject(new Error('Not here'))
    }
  })
  const registered = () => page.evaluate(() => document.documentElement.dataset['workers'])
  await page.goto('/about')
  expect(await registered()).toBeUndefined()
  await page.keyboard.press('Shift')
  await expect.poll(registered).toBe('registered')

  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/about')
  await page.keyboard.press('Shift')
  expect(await registered()).toBeUndefined()
})
