/* The islands of a product: before they are hydrated, without a script, translated, in two tabs, and after Back. */
import type { Page } from '@playwright/test'
import {
  addedText,
  gift,
  pair,
  pairedProduct,
  price,
  product,
  total,
} from '#tests/support/catalogue.ts'
import { chat, expectTotal, savedCart } from '../support/customer.ts'
import { holdFirst } from '../support/network.ts'
import { expectAccessible, recordShifts } from '../support/page-checks.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'
import { translate } from '../support/translation.ts'

/** The script of React, which every island needs. */
const REACT = '**/_astro/client.*.js'

const PHONE = { width: 360, height: 740 }

const quantity = (page: Page) => page.getByLabel('Quantity', { exact: true })
const more = (page: Page) => page.getByRole('button', { name: 'Increase quantity' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name })

test('rules 1.30 and 1.35: a gift says who is asked for the cash, is ordered as one that is paid before, passes axe, and is four islands or more, each printed, hydrated, and in no other one', async ({
  page,
}) => {
  await page.goto(gift.path)
  await page.setViewportSize(PHONE)
  const link = chat(page, 'This is a gift: I pay before')
  await expect(page.getByText('The rider collects the cash')).toBeInViewport({ ratio: 1 })
  await expect(link).toBeInViewport({ ratio: 1 })
  const message = async () => {
    await link.focus()
    return new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')
  }
  expect(await message()).toMatch(/\n1 x .*\n.*\nThis is a gift: I pay before you send it\.$/)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  expect(await message()).toMatch(/\n2 x .*\n.*\nThis is a gift: I pay before you send it\.$/)
  await expectAccessible(page)

  await panel(page, 'How To Use').scrollIntoViewIfNeeded()
  await hydrated(page)
  const islands = page.locator('main astro-island')
  expect(await islands.count()).toBeGreaterThanOrEqual(4)
  await expect(page.locator('astro-island astro-island')).toHaveCount(0)
  for (const island of await islands.all())
    await expect(island).not.toHaveAttribute('client', 'only')
})

test('rule 1.35: before hydration + counts, and what is typed and opened stays', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const shifts = await recordShifts(page)
  const release = await holdFirst(page, REACT)
  await page.goto(product.path, { waitUntil: 'domcontentloaded' })
  await quantity(page).fill('3')
  await more(page).click()
  await expect(quantity(page)).toHaveValue('4')
  await tab(page, 'Benefits').click()
  await expect(panel(page, 'Benefits')).toBeVisible()
  await expect(panel(page, 'How To Use')).toBeHidden()
  release()
  await hydrated(page)
  await expect(page.getByRole('status').filter({ hasText: price(product, 4) })).toBeAttached()
  await expect(quantity(page)).toHaveValue('4')
  await expect(tab(page, 'Benefits')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page, 'Benefits')).toBeVisible()
  await tab(page, 'How To Use').click()
  await expect(panel(page, 'Benefits')).toBeHidden()
  await more(page).click()
  await expect(quantity(page)).toHaveValue('5')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(addedText(product, 5))).toBeVisible()
  expect(await shifts()).toEqual([])
})

test('rule 1.35: before hydration a thumbnail shows its picture, and what was scrolled is marked after it', async ({
  page,
}) => {
  const release = await holdFirst(page, REACT)
  await page.goto(product.path, { waitUntil: 'domcontentloaded' })
  const second = page.getByRole('link', { name: `Picture 2 of ${product.images.length}` })
  await second.click()
  await expect(page.locator('#picture-2 picture img')).toBeInViewport()
  release()
  await hydrated(page)
  await expect(second).toHaveAttribute('aria-current', 'true')
})

test('rule 2.14: a button before hydration leads to the cart or the checkout with what was chosen', async ({
  page,
}) => {
  for (const [button, path] of [
    ['Add to cart', '/cart'],
    ['Shop Now', '/checkout'],
  ] as const) {
    await holdFirst(page, REACT)
    await page.goto(product.path, { waitUntil: 'domcontentloaded' })
    await quantity(page).fill('2')
    const sent = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByRole('button', { name: button }).click()
    const { pathname, searchParams } = new URL((await sent).url())
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      path,
      { product: product.id, size: product.sizes[0].label, quantity: '2' },
    ])
    await expectTotal(page, price(product, 2))
    await page.evaluate(() => localStorage.clear())
    await page.unroute(REACT)
  }
})

test('rule 1.35: on a slow network a press at any moment of loading is counted, by the page or by its form', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 150_000,
    uploadThroughput: 150_000,
  })
  // What is there at that moment of loading: the button, the picture, and parts of the islands.
  for (const moment of ['commit', 'domcontentloaded', 'load'] as const) {
    await page.goto(product.path, { waitUntil: moment })
    await page.getByRole('button', { name: 'Shop Now' }).click()
    await expect(page, moment).toHaveURL(/\/checkout$/)
    await expectTotal(page, price(product))
    await page.evaluate(() => localStorage.clear())
  }
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('rule 1.22: a product shows all of its texts, sends its form, and names message and telephone', async ({
    page,
  }) => {
    await page.goto(product.path)
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Order on WhatsApp' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Call / })).toBeVisible()
    for (const name of ['How To Use', 'Benefits', 'Ingredients'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await quantity(page).fill('2')
    await page.getByRole('button', { name: 'Shop Now' }).click()
    await expect(page).toHaveURL(/\/checkout\?product=.*&size=.*&quantity=2$/)
  })
})

test('rule 1.33: a translated product shows right prices and texts after each step', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto(pairedProduct.path)
  await panel(page, 'How To Use').scrollIntoViewIfNeeded()
  await hydrated(page)
  const bar = page.getByRole('status').filter({ hasText: 'Price of this quantity:' })
  await translate(page)
  await more(page).click()
  await translate(page)
  await expect(bar).toContainText(price(pairedProduct, 2))
  const swap = page.getByRole('button', { name: /^Swap 2 / })
  await expect(swap).toBeVisible()
  await more(page).click()
  await more(page).click()
  await translate(page)
  await expect(bar).toContainText(price(pairedProduct, 4))
  await expect(page.getByRole('button', { name: /^Swap \d/ })).toHaveText(/^Swap 4 /)
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await translate(page)
  await quantity(page).fill('1')
  await expect(swap).toBeHidden()
  for (const name of ['Benefits', 'Ingredients', 'How To Use']) {
    await tab(page, name).click()
    await translate(page)
    await expect(panel(page, name)).toBeVisible()
  }
  await quantity(page).fill('3')
  // The second press comes while the page is being left.
  await page.getByRole('button', { name: /^Swap 2 / }).dblclick()
  await expect(page).toHaveURL('/cart')
  await expectTotal(page, total([pair, 1], [pairedProduct, 1]))
  // It met no link to WhatsApp where the offer stood.
  expect(page.context().pages()).toHaveLength(1)
})

test('rule 1.33: a product that is translated before it is hydrated keeps what was typed', async ({
  page,
}) => {
  const release = await holdFirst(page, REACT)
  await page.goto(product.path, { waitUntil: 'domcontentloaded' })
  await quantity(page).fill('3')
  await translate(page, '[ur] ')
  release()
  await hydrated(page)
  await more(page).click()
  await expect(page.locator('[name="quantity"]')).toHaveValue('4')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(addedText(product, 4))).toBeVisible()
})

test('rule 2.9: what is added in two tabs is one cart, which a page out of the back/forward cache shows', async ({
  page,
  context,
}) => {
  await page.goto(product.path)
  await quantity(page).fill('2')
  const other = await context.newPage()
  await other.goto(product.path)
  await hydrated(other)
  await other.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1' })).toBeAttached()
  await page.getByRole('button', { name: 'Shop Now' }).click()
  await expectTotal(page, price(product, 3))
  await page.goBack()
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'Cart, 3' })).toBeAttached()
  expect(await savedCart(page)).toContain('"quantity":3')
})
