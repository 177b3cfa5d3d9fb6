/*
 * Order pages without an order, and while the network or the device's clock fails. The unit tests of the order
 * and tests/database/shop/tracking.test.ts hold what becomes of a lost call.
 */
import { savedHistory } from '../support/admin.ts'
import { orderIn, orderOnDevice, test } from '../support/own-shop.ts'
import { recordRequests } from '../support/page-checks.ts'
import { expect, hydrated } from '../support/shop-test.ts'

const TRACK_ORDER = '**/rest/v1/rpc/track_order'
const PENDING = 'Your order has been placed and is awaiting processing.'

test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

test('F03 rules 7.3, 7.21 and 18.16: an unknown id is not found, with status 200; one of another shape without a request', async ({
  page,
}) => {
  const requests = recordRequests(page, '/rpc/')
  for (const path of ['tracking/abcdefg', 'tracking/abcdefgh', 'confirmation/ABCDEFGH']) {
    expect((await page.goto(`/order/${path}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.locator('a[href="/order/find"]')).toHaveCount(1)
    await expect(main.getByRole('link', { name: 'Return to home page' })).toHaveAttribute(
      'href',
      '/',
    )
    expect(requests.length > 0).toBe(!path.endsWith('abcdefg'))
  }
})

test('a form of an order that could not be loaded says so with WhatsApp, and a reload shows it', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  await page.route('**/_astro/AllForms.*', (route) => route.abort())
  await page.goto(`/order/tracking/${id}`)
  await page.locator('summary', { hasText: 'Cancel Order' }).click()
  const form = page.getByRole('group').filter({ hasText: 'Cancel Order' })
  await expect(form.getByText('This form could not be loaded.')).toBeVisible()
  await expect(form.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(id),
  )
  await page.unroute('**/_astro/AllForms.*')
  await form.getByRole('button', { name: 'Reload' }).click()
  await hydrated(page)
  await page.locator('summary', { hasText: 'Cancel Order' }).click()
  await expect(form.getByLabel('I changed my mind')).toBeVisible()
})

test('D35 D36 a jump of the device’s clock moves no order', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await page.clock.install()
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText(PENDING)).toBeVisible()
  const response = page.waitForResponse(TRACK_ORDER)
  await page.clock.fastForward('24:00:00')
  await response
  await expect(page.getByText(PENDING)).toBeVisible()
  expect(await savedHistory(shop, id)).toEqual(['pending'])
})
