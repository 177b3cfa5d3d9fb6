/* A page that is older than the last deployment: the scripts that it names are gone. */

import type { Page } from '@playwright/test'
import { choice, price, product } from '#tests/support/catalogue.ts'
import { logIn } from '../support/admin.ts'
import { chat, putInCart } from '../support/customer.ts'
import { failFirst } from '../support/network.ts'
import { test as adminTest } from '../support/own-shop.ts'
import { expect, test } from '../support/shop-test.ts'

const PRODUCT = product.path
const INCOMPLETE = 'This page could not be loaded completely.'

test.use({ expectedNoise: /Failed to load resource|astro-island|dynamically imported module/ })

test('a cart older than the last deployment is loaded again, and shows what is in it', async ({
  page,
}) => {
  await putInCart(page, [choice(product, 2)])
  await page.route('**/_astro/CartPage.*', async (route) => {
    if (await isReloaded(page)) await route.continue()
    else await notFound(route)
  })
  await page.goto('/cart', { waitUntil: 'commit' })
  await expect(page.getByLabel('Quantity', { exact: true })).toBeEnabled()
  await expect(page.getByText(price(product, 2)).last()).toBeVisible()
  expect(await isReloaded(page)).toBe(true)
  await expect(page.getByText(INCOMPLETE)).toBeHidden()
})

test('a checkout whose scripts stay away says so, puts no address into the URL, and what was typed before stays', async ({
  page,
}) => {
  await putInCart(page, [choice(product)])
  const typed = Promise.withResolvers<void>()
  await page.route('**/_astro/CheckoutForm.*', async (route) => {
    await typed.promise
    await notFound(route)
  })
  await page.goto('/checkout', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').pressSequentially('Ayesha')
  typed.resolve()
  await expect(page.getByText(INCOMPLETE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeHidden()
  await page.getByLabel('Full Name').press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha')
  await expect(page).toHaveURL('/checkout')
  expect(await isReloaded(page)).toBe(false)
})

for (const [path, script, message, said] of [
  ['cart', 'CartPage', 'Order on WhatsApp', "can't be shown"],
  ['order/find', 'FindOrder', 'Write on WhatsApp', "can't be looked up"],
  ['order/tracking/ABCDEFGH', 'OrderTracking', 'Write on WhatsApp', "can't be shown"],
  ['order/confirmation/ABCDEFGH', 'OrderConfirmation', 'Write on WhatsApp', "can't be shown"],
] as const) {
  test(`/${path} without its scripts says so in their place, with WhatsApp`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route(`**/_astro/${script}.*`, notFound)
    await page.goto(`/${path}`, { waitUntil: 'commit' })
    const notice = page.getByRole('alert').filter({ hasText: said })
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(chat(page, message)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/Loading your/)).toBeHidden()
  })
}

/* What many pages share: React, and `$cart`. */
const SHARED = ['react', 'cart'] as const
const PAGES = ['/cart', '/checkout', PRODUCT, '/order/tracking/ABCDEFGH'] as const

for (const part of SHARED) {
  for (const path of PAGES) {
    test(`${path} works where ${part}, which pages share, did not come at the first try`, async ({
      page,
    }) => {
      await putInCart(page, [choice(product, 2)])
      await failFirst(page, sharedPart(part), notFound)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('link', { name: 'Cart, 2' })).toBeAttached()
      for (const island of await page.locator('main astro-island').all())
        await expect(island).not.toHaveAttribute('ssr')
      await expect(page.getByText(INCOMPLETE)).toBeHidden()
    })
  }

  test(`a checkout without ${part} says so, and what was typed goes with a message`, async ({
    page,
  }) => {
    await putInCart(page, [choice(product)])
    const typed = Promise.withResolvers<void>()
    await page.route(sharedPart(part), async (route) => {
      await typed.promise
      await notFound(route)
    })
    await page.goto('/checkout', { waitUntil: 'commit' })
    await page.getByLabel('Full Name').pressSequentially('Ayesha')
    typed.resolve()
    await expect(page.getByText(INCOMPLETE)).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha')
    const message = chat(page, 'Send this order on WhatsApp')
    await expect(message).toBeVisible()
    // The chat itself is another site.
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
    const [opened] = await Promise.all([page.waitForEvent('popup'), message.click()])
    expect(new URL(opened.url()).searchParams.get('text')).toContain('Ayesha')
    expect(await isReloaded(page)).toBe(false)
  })
}

adminTest('rule 13.14: an admin page without its script says so', async ({ page }) => {
  await logIn(page)
  // A script that the browser refuses, such as one with newer syntax.
  await page.route('**/_astro/OrdersIsland.*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '/(/' }),
  )
  await page.goto('/admin/orders', { waitUntil: 'commit' })
  await expect(page.getByText(INCOMPLETE)).toBeVisible()
})

test('a script that could not be loaded once is loaded at the second try', async ({ page }) => {
  await failFirst(page, '**/_astro/PurchaseForm.*', (route) => route.abort())
  await page.goto(PRODUCT)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2')
  await expect(page.getByText(INCOMPLETE)).toBeHidden()
})

test('a network that is down reloads nothing', async ({ page }) => {
  await page.route('**/_astro/CartPage.*', (route) => route.abort())
  // By this request the page asks whether the shop can be reached.
  await page.route('/cart', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  )
  await page.goto('/cart', { waitUntil: 'commit' })
  await expect(page.getByText(INCOMPLETE)).toBeVisible()
  expect(await isReloaded(page)).toBe(false)
})

/** A file of tools/build/script-groups.ts. */
function sharedPart(name: string): string {
  return `**/_astro/${name}.*.js`
}

function notFound(route: import('@playwright/test').Route): Promise<void> {
  return route.fulfill({ status: 404, body: 'Not found' })
}

function isReloaded(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return visit?.type === 'reload'
  })
}
