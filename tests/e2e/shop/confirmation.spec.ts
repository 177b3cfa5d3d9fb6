/* What a customer sees right after Place Order, and of the same order without a network. */
import type { Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { CARDS_KEY } from '#order/device/saved-cards.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, gift, price, product } from '#tests/support/catalogue.ts'
import { setState } from '../support/admin.ts'
import {
  buy,
  chat,
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
} from '../support/customer.ts'
import { orderOnDevice, test } from '../support/own-shop.ts'
import {
  expectAccessible,
  expectNoOverflow,
  recordRequests,
  recordShifts,
} from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const PHONE = { width: 360, height: 740 }

// Without page.route, which turns the cache of the browser off: fonts would come late.
test('rules 7.43, 7.44 and 7.50: cash, date, status, the message, the address and its change stand on the first screen of a phone', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { id } = await buy(page)
  const main = page.getByRole('main')
  const write = chat(page, 'Write to us on WhatsApp')
  for (const shown of [
    page.getByRole('heading', { name: 'Order Confirmed!' }),
    main.getByText(`${price(product)} in cash`),
    main.getByText('Estimated Delivery'),
    main.getByText('Pending', { exact: true }),
    write,
    main.getByText('Orders whose customers have written are packed first'),
    main.getByText('Next, we check your order and pack it.'),
    main.getByText(goodAddress.address),
    main.getByRole('link', { name: 'Change or cancel' }),
  ]) {
    await expect(shown).toHaveCount(1)
    await expect(shown).toBeInViewport({ ratio: 1 })
  }
  await expect(write).toHaveAttribute('href', new RegExp(`${id}.*%2Forder%2Ftracking%2F${id}$`))
  expect((await write.boundingBox())?.width).toBeGreaterThan(280)
})

test('rules 7.42 and 12.25: the order that was just placed is shown at once, without a request or a shift, and only once', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const shifts = await recordShifts(page)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/_astro/OrderConfirmation.*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await openFilledCheckout(page)
  const requests = recordRequests(page, '/rpc/get_order')
  await pressPlaceOrder(page)
  await expect(page).toHaveURL(/\/order\/confirmation\//)
  // Before the script of the page.
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByText(`${price(product)} in cash`)).toBeVisible()
  await expect(page.getByText('Loading your order...')).toHaveCount(0)
  const write = chat(page, 'Write to us on WhatsApp')
  await expect(write).toHaveAttribute('href', /wa\.me.*I%20have%20placed%20order/)
  const prerendered = await write.boundingBox()
  scripts.resolve()
  await confirmedOrder(page)
  // React replaces the prerendered element by its own.
  await expect.poll(() => write.boundingBox()).toEqual(prerendered)
  await expect(page.getByText(goodAddress.address)).toBeVisible()
  expect(requests).toEqual([])
  await dismissToast(page)
  expect(await shifts()).toEqual([])

  await expect(page.getByText('The rider collects the cash from whoever')).toHaveCount(0)

  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(
    goodAddress.address,
  )
  await page.reload()
  await expect(page.getByText(goodAddress.address)).toBeVisible()
  expect(requests).toHaveLength(1)
})

test.describe('without a network', () => {
  test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

  test('rule 7.47: the page of an own order shows number, cash and day, which can be forwarded, and forgets them once it is delivered', async ({
    page,
    shop,
  }) => {
    const id = await orderOnDevice(page, shop)
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByText(id).first()).toBeVisible()
    const saved = await savedCards(page)
    expect(saved).toContain(id)
    for (const secret of [goodAddress.fullName, goodAddress.address, goodAddress.city])
      expect(saved).not.toContain(secret)

    await page.route('**/rpc/*_order', (route) => route.abort())
    // As it may be typed.
    await page.goto(`/order/tracking/${id.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'We could not load your order' })).toBeVisible()
    const card = page.getByRole('region', { name: 'Saved on this device' })
    for (const text of [id, `${price(product)} in cash`, settings.phone])
      await expect(card).toContainText(text)
    await expect(card.getByRole('link', { name: 'Tell someone at home' })).toHaveAttribute(
      'href',
      new RegExp(`wa\\.me/\\?text=.*${encodeURIComponent(price(product))}.*${id}`),
    )
    await expectAccessible(page)
    await page.goto('/offline')
    await expect(
      page.getByRole('region', { name: 'Your orders, as saved on this device' }),
    ).toContainText(id)

    await page.unroute('**/rpc/*_order')
    await setState(shop, id, { status: 'delivered' })
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByRole('heading', { name: 'Your order has arrived' })).toBeVisible()
    await expect.poll(() => savedCards(page)).toBeNull()
  })
})

test('rules 7.41, 7.44 and 7.48: a delivered order has no date to wait for, the report near the top, and is ordered again; a long link as its address makes no page wider', async ({
  page,
  shop,
}) => {
  const address = `https://maps.app.goo.gl/${'x'.repeat(140)}`
  const id = await orderOnDevice(page, shop, { address })
  await setState(shop, id, { status: 'delivered' })
  for (const name of ['confirmation', 'tracking']) {
    await page.setViewportSize(PHONE)
    await page.goto(`/order/${name}/${id}`)
    await expect(page.getByRole('heading', { name: 'Your order has arrived' })).toBeVisible()
    await expect(page.getByText(/Estimated Delivery|May I open it|Add to calendar/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Order Again' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Damaged or Wrong Item?')).toBeInViewport({ ratio: 1 })
    // While something may be wrong with it, that is the stronger of the two.
    const none = 'rgba(0, 0, 0, 0)'
    await expect(page.getByText('Damaged or Wrong Item?')).not.toHaveCSS('background-color', none)
    await expect(page.getByRole('link', { name: 'Order Again' })).toHaveCSS(
      'background-color',
      none,
    )
    await expect(page.getByText(address)).toBeVisible()
    await expectNoOverflow(page)
  }
})

test('rules 7.59 and 12.25: where a line is a gift, the confirmation says who pays at the door, and on a wide screen its toast moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  const shifts = await recordShifts(page)
  await openFilledCheckout(page, [choice(gift)])
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  await dismissToast(page)
  expect(await shifts()).toEqual([])
  await expect(page.getByText('The rider collects the cash from whoever')).toBeVisible()
  await expect(page.getByRole('link', { name: 'This is a gift: I pay before' })).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me.*${id}.*gift`),
  )
})

test.describe('without fonts', () => {
  test.use({ expectedNoise: /ERR_FAILED/ })

  test('rule 7.26: an order page on a phone that is turned and turned back has the room that it had', async ({
    page,
    shop,
  }) => {
    // A font that comes after the first paint is seen once the page is laid out anew.
    await page.route('**/*.woff2', (route) => route.abort())
    const id = await orderOnDevice(page, shop)
    await setState(shop, id, { status: 'delivered' })
    for (const name of ['confirmation', 'tracking']) {
      const open = async (width: number) => {
        await page.setViewportSize({ ...PHONE, width })
        await page.goto(`/order/${name}/${id}`)
        await expect(page.getByRole('heading', { name: 'Your order has arrived' })).toBeVisible()
        return heightOf(page)
      }
      const turned = await open(800)
      const height = await open(PHONE.width)
      await turn(page, 800)
      expect(await heightOf(page)).toBe(turned)
      await turn(page, PHONE.width)
      expect(await heightOf(page)).toBe(height)
    }
  })
})

async function dismissToast(page: Page): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: 'Order placed successfully!' })
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect(toast).toContainText('Thank you for your purchase.')
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toBeHidden()
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.body.scrollHeight)
}

/** Until what follows the size of the page has been painted. */
async function turn(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ ...PHONE, width })
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
}

async function savedCards(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), CARDS_KEY)
}
