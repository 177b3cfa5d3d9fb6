/* What an admin stops selling, and what customers see of it without a new build. */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import {
  articles,
  choice,
  gift,
  otherProduct,
  pair,
  pairedProduct,
  product,
} from '#tests/support/catalogue.ts'
import { setStatus } from './support/admin.ts'
import { stopClock } from './support/clock.ts'
import {
  confirmedOrder,
  openFilledCheckout,
  placeOrder,
  pressPlaceOrder,
  putInCart,
  shopNow,
} from './support/customer.ts'
import { adminTest, type OwnShop, orderOnDevice, test } from './support/own-shop.ts'
import { expectAccessible, recordRequests, setVisibility } from './support/page-checks.ts'
import { expect, hydrated } from './support/shop-test.ts'

// The refusals, in the console of the browser.
test.use({ expectedNoise: /status of 422|Error creating order ShopError: item_paused/ })

const [size] = product.sizes
const REASON = 'back after Eid'
const SENTENCE = `Not sold now: ${REASON}.`
/** Of a cart, with a day. */
const PROMISE = /^Pay cash at your door, by/

function pause(shop: OwnShop, part = { id: product.id, size: size.label }) {
  return shop.sql('insert into private.pauses (product_id, size, reason) values ($1, $2, $3)', [
    part.id,
    part.size,
    REASON,
  ])
}

/** From now on a browser asks anew, within half a minute too. Returns what it asks. */
async function withoutCache(page: Page): Promise<string[]> {
  await page.route('**/rpc/shop_pauses*', (route) => route.continue())
  return recordRequests(page, 'shop_pauses')
}

test.afterEach(async ({ shop }) => {
  await shop.sql('delete from private.pauses where true')
})

test('rules 23.3 and 23.4: a paused size says why on its page, its card and to search engines, in place of the buttons, and the checkout after it without asking', async ({
  page,
  shop,
}) => {
  await pause(shop)
  await putInCart(page, [choice(product)])
  await page.goto(product.path)
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Shop Now' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Order on WhatsApp' })).toBeHidden()
  // No day is promised for what cannot be ordered.
  await expect(page.getByText(/^At your door/)).toBeHidden()
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

  const asked = recordRequests(page, 'shop_pauses')
  await page.goto('/checkout')
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toContainText(product.name)
  await hydrated(page)
  await expect(page.getByText(/^Expected by/)).toBeHidden()
  expect(asked).toEqual([])

  await page.goto(paths.products)
  const notes = page.getByText('Not sold now', { exact: true })
  await expect(notes.filter({ visible: true })).toHaveCount(1)

  // Its cards are HTML.
  await pause(shop, { id: '', size: '' })
  await withoutCache(page)
  await page.goto(paths.article(Number(articles[0])))
  await expect(notes.first()).toBeVisible()
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
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toContainText(product.name)
  await expect(page.getByRole('link', { name: 'Tell me when it’s back' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send this order on WhatsApp' })).toBeHidden()
  await expect(page.getByLabel('Full Name')).not.toHaveValue('')
})

test('rule 23.3: an open page asks once a minute, while it is shown and online', async ({
  page,
  context,
  shop,
}) => {
  await stopClock(page)
  const asked = await withoutCache(page)
  await pause(shop)
  await page.goto(product.path)
  // The minute begins with the response.
  await expect(page.getByText(SENTENCE)).toBeVisible()
  expect(asked).toHaveLength(1)
  await shop.sql("update private.pauses set reason = 'out of bottles'")
  await page.clock.fastForward('01:00')
  await expect(page.getByText('Not sold now: out of bottles.')).toBeVisible()
  expect(asked).toHaveLength(2)

  // Until the next day.
  await setVisibility(page, 'hidden')
  await page.clock.fastForward('23:00:00')
  await shop.sql('delete from private.pauses where true')
  expect(asked).toHaveLength(2)
  await setVisibility(page, 'visible')
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible()
  expect(asked).toHaveLength(3)

  await context.setOffline(true)
  await page.clock.fastForward('01:00')
  expect(asked).toHaveLength(3)
  await context.setOffline(false)
  await expect.poll(() => asked.length).toBe(4)
})

test('rule 23.4: an open checkout learns of a pause within a minute, and keeps what was typed', async ({
  page,
  shop,
}) => {
  await stopClock(page)
  const asked = await withoutCache(page)
  await openFilledCheckout(page, [choice(product), choice(gift)])
  const aboutGift = page.getByRole('link', { name: 'This is a gift: I pay before' })
  await expect(aboutGift).toBeVisible()
  await pause(shop)
  await page.clock.fastForward('00:50')
  expect(asked).toEqual([])
  await page.clock.fastForward('00:10')
  const notice = page.getByRole('alert').filter({ hasText: SENTENCE })
  await expect(notice).toContainText('Remove it to order the rest.')
  await expect(aboutGift).toBeHidden()
  await expect(page.getByLabel('Full Name')).not.toHaveValue('')
  await page.getByRole('button', { name: `Remove ${product.name}`, exact: true }).click()
  await expect(notice).toBeHidden()
  await expect(aboutGift).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
})

test('rule 23.4: an order within a minute asks for pauses on the product alone', async ({
  page,
}) => {
  const asked = recordRequests(page, '/rpc/')
  await shopNow(page)
  await placeOrder(page)
  const names = asked.map((url) => new URL(url).pathname.replace(/.*\//, ''))
  expect(names).toEqual(['shop_pauses', 'place_order'])
})

test('rule 23.3: the cart beside a page names a paused line and leads to no checkout', async ({
  page,
  shop,
}) => {
  await pause(shop)
  await putInCart(page, [choice(product)])
  await page.goto(otherProduct.path)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  const notice = drawer.getByRole('alert').filter({ hasText: SENTENCE })
  await expect(notice).toContainText(product.name)
  await expect(drawer.getByRole('link', { name: 'Checkout' })).toBeHidden()
  await expect(drawer.getByText(PROMISE)).toBeHidden()
  await drawer.getByRole('button', { name: `Remove ${product.name}`, exact: true }).click()
  await expect(notice).toBeHidden()
  await expect(drawer.getByRole('link', { name: 'Checkout' })).toBeVisible()
})

test('rule 23.3: a cart with a paused line, from Order Again too, names it, and leads to a chat instead of the checkout', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  await setStatus(shop, id, 'delivered')
  await pause(shop)
  await putInCart(page, [choice(otherProduct)])
  await page.goto(`/order/tracking/${id}`)
  await page.getByRole('link', { name: 'Order Again' }).click()
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toContainText(product.name)
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeHidden()
  await expect(page.getByText(PROMISE)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Order on WhatsApp' })).toBeHidden()
  const tellMe = await page
    .getByRole('link', { name: 'Tell me when it’s back' })
    .getAttribute('href')
  const text = new URL(tellMe ?? '').searchParams.get('text')
  expect(text).toContain(`please tell me when this is back: ${product.name} (${size.label})`)
  await page.getByRole('button', { name: `Remove ${product.name}`, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  await expect(page.getByText(PROMISE)).toBeVisible()
})

test('rule 2.33: a pair is not offered while it is paused', async ({ page, shop }) => {
  const [{ label }] = pair.sizes
  await pause(shop, { id: pair.id, size: label })
  await withoutCache(page)
  await putInCart(page, [choice(pairedProduct, 2), choice(pair)])
  const swap = page.getByRole('button', { name: /^Swap 2 / })
  await page.goto('/cart')
  await expect(page.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
  await expect(swap).toBeHidden()
  await page.goto(pairedProduct.path)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
  await expect(drawer.getByRole('button', { name: /and save/ })).toBeHidden()
  await shop.sql('delete from private.pauses where true')
  await page.reload()
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await expect(swap.filter({ visible: true })).toBeVisible()
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
    // Several sizes may be paused: none has the filled button.
    await expect(page.getByRole('main').locator('.bg-forest')).toHaveCount(0)
    await page.getByRole('button', { name: `Resume ${product.name} (${size.label})` }).click()
    await expect(page.getByText(SENTENCE)).toBeHidden()
    expect(await shop.sql('select from private.pauses')).toEqual([])
  },
)
