/* Order pages while the network or the device's clock fails. */
import type { Page } from '@playwright/test'
import { passFifteenSeconds, savedHistory } from './support/admin.ts'
import { stopClock } from './support/clock.ts'
import { faults } from './support/network.ts'
import { orderIn, test } from './support/own-shop.ts'
import { recordRequests } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const ORDER_CALLS = '**/rest/v1/rpc/*_order'
const TRACK_ORDER = '**/rest/v1/rpc/track_order'
const PENDING = 'Your order has been placed and is awaiting processing.'
const PROCESSING = 'Your order is being prepared for shipment.'

test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

test('D39 D40 an order that could not load is not called missing, whatever the fault, and Retry shows it', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  for (const [name, kind] of [
    ['refused', 'tracking'],
    ['serverError', 'confirmation'],
    ['unavailable', 'tracking'],
    ['htmlPage', 'confirmation'],
    ['responseCut', 'confirmation'],
    ['anotherOrder', 'confirmation'],
  ] as const) {
    await page.route(ORDER_CALLS, faults[name])
    await page.goto(`/order/${kind}/${id}`)
    await expect(page.getByText('We could not load your order'), name).toBeVisible()
    await expect(page.getByText('Order not found')).toBeHidden()
    await page.unroute(ORDER_CALLS)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(id)).toBeVisible()
  }
})

test('D35 D36 a jump of the device’s clock moves no order', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await page.clock.install()
  await openTracking(page, id)
  const response = page.waitForResponse(TRACK_ORDER)
  await page.clock.fastForward('24:00:00')
  await response
  await expect(page.getByText(PENDING)).toBeVisible()
  expect(await savedHistory(shop, id)).toEqual(['pending'])
})

test('D41 a lost call at 15 seconds is made up for by the next view, once', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  await page.clock.install()
  await openTracking(page, id)
  await page.route(TRACK_ORDER, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed')
  await page.clock.fastForward('00:15')
  await lost
  await expect(page.getByText(PENDING)).toBeVisible()

  await passFifteenSeconds(shop, id)
  await page.unroute(TRACK_ORDER)
  for (let view = 0; view < 2; view += 1) {
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByText(PROCESSING)).toBeVisible()
  }
  expect(await savedHistory(shop, id)).toEqual(['pending', 'processing'])
})

test('D42 a tracking page that is offline at 15 seconds asks once more when the network is back', async ({
  page,
  context,
  shop,
}) => {
  const id = await orderIn(shop)
  await stopClock(page)
  await openTracking(page, id)
  await passFifteenSeconds(shop, id)

  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/rpc/track_order'),
  )
  await page.clock.runFor(15_000)
  await failed
  await expect(page.getByText(PENDING)).toBeVisible()

  const requests = recordRequests(page, '/rpc/track_order')
  await context.setOffline(false)
  await expect(page.getByText(PROCESSING)).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(await savedHistory(shop, id)).toEqual(['pending', 'processing'])
})

async function openTracking(page: Page, id: string): Promise<void> {
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText(PENDING)).toBeVisible()
}
