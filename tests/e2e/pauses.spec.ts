/* What an admin stops selling, and what customers see of it without a new build. */
import { paths } from '#paths.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
} from './support/customer.ts'
import { adminTest, type OwnShop, test } from './support/own-shop.ts'
import { expectAccessible } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

// The refusals, in the console of the browser.
test.use({ expectedNoise: /status of 422|Error creating order ShopError: item_paused/ })

const [size] = product.sizes
const REASON = 'back after Eid'
const SENTENCE = `Not sold now: ${REASON}.`

function pause(shop: OwnShop, part = { id: product.id, size: size.label }) {
  return shop.sql('insert into private.pauses (product_id, size, reason) values ($1, $2, $3)', [
    part.id,
    part.size,
    REASON,
  ])
}

test.afterEach(async ({ shop }) => {
  await shop.sql('delete from private.pauses where true')
})

test('rule 23.3: a paused size says why on its page, its card and to search engines, in place of the buttons', async ({
  page,
  shop,
}) => {
  await pause(shop)
  await page.goto(product.path)
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Shop Now' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Order on WhatsApp' })).toBeHidden()
  const tellMe = await page
    .getByRole('link', { name: 'Tell me when it’s back' })
    .getAttribute('href')
  expect(new URL(tellMe ?? '').searchParams.get('text')).toContain(
    `${product.name} (${size.label})`,
  )
  const data = page.locator('script[type="application/ld+json"]')
  await expect
    .poll(async () => (await data.allTextContents()).join())
    .toContain('https://schema.org/OutOfStock')
  await expectAccessible(page)

  await page.goto(paths.products)
  const notes = page.getByText('Not sold now', { exact: true })
  await expect(notes.filter({ visible: true })).toHaveCount(1)
})

test('rules 23.3 and 23.4: a page that was open before is refused, keeps everything, and orders the rest', async ({
  page,
  shop,
}) => {
  await openFilledCheckout(page, [choice(product), choice(otherProduct)])
  await pause(shop)
  await pressPlaceOrder(page)
  const question = page.getByRole('alertdialog', {
    name: `${product.name} (${size.label}) is not sold now. Remove it and order the rest?`,
  })
  await expect(question).toBeFocused()
  await page.getByRole('button', { name: 'Remove it and order the rest' }).click()
  await confirmedOrder(page)
})

test('rule 23.4: an order of paused sizes alone is refused by a sentence, with a way on', async ({
  page,
  shop,
}) => {
  await openFilledCheckout(page, [choice(product)])
  await pause(shop, { id: '', size: '' })
  await pressPlaceOrder(page)
  await expect(page.getByText('We cannot send this just now')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send this order on WhatsApp' })).toBeVisible()
  await expect(page.getByLabel('Full Name')).not.toHaveValue('')
})

test('rule 23.3: a cart with a paused line names it, and leads to a chat instead of the checkout', async ({
  page,
  shop,
}) => {
  await pause(shop)
  await page.goto('/about')
  await putInCart(page, [choice(product), choice(otherProduct)])
  await page.goto('/cart')
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toContainText(product.name)
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeHidden()
  await page.getByRole('button', { name: `Remove ${product.name}`, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
})

adminTest(
  'rules 23.1 and 23.5: Products pauses and resumes a size and the shop',
  async ({ page, shop }) => {
    await page.goto('/admin/products')
    await page.getByRole('button', { name: `Pause ${product.name} (${size.label})` }).click()
    await page.getByLabel('Reason').fill('')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Please say why, in at most 100 characters')).toBeVisible()
    await page.getByLabel('Reason').fill(REASON)
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText(SENTENCE)).toBeVisible()
    expect(await shop.sql('select product_id, size from private.pauses')).toEqual([
      { product_id: product.id, size: size.label },
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: `Resume ${product.name} (${size.label})` }).click()
    await expect(page.getByText(SENTENCE)).toBeHidden()
    expect(await shop.sql('select from private.pauses')).toEqual([])
  },
)
