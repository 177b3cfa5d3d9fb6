/* Limits, taken ids, and tabs that are closed before the response. */

import type { Page } from '@playwright/test'
import { product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  fillAddress,
  openFilledCheckout,
  pressPlaceOrder,
  savedCart,
} from './support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from './support/network.ts'
import { expectPlaced, ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

test('D11 D12 rule 18.13: a limit is named, and not retried by itself', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/place_order') && request.method() === 'POST') sent += 1
  })
  await failFirst(page, PLACE_ORDER, faults.tooMany)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  await expect(page.getByText('Please try again in a few minutes.')).toBeVisible()
  expect(sent).toBe(1)
  await pressPlaceOrder(page)
  await expectPlaced(page, phone)
})

test('D21 a tab that was closed before the response finds its order when the checkout opens again', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, faults.hangs)
  await pressPlaceOrder(page)
  await expect.poll(async () => (await ordersOf(phone)).length).toBe(1)
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto('/checkout')
  await expectPlaced(reopened, phone)
  expect(await savedCart(reopened)).not.toContain(product.id)
})

test('D21 a tab that was closed before the order arrived leaves its id to the next one', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  const id = await attemptId(page)
  await failFirst(page, PLACE_ORDER, faults.refused, faults.refused, faults.refused)
  const failed = page.waitForEvent('requestfailed')
  await pressPlaceOrder(page)
  await failed
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto('/checkout')
  await fillAddress(reopened, phone)
  await pressPlaceOrder(reopened)
  expect(await confirmedOrder(reopened)).toBe(id)
  expect(await ordersOf(phone)).toHaveLength(1)
})

/** The id that the next order of this device will have. */
async function attemptId(page: Page): Promise<string> {
  const saved = await page.evaluate(() => Object.values<string>(localStorage))
  const attempt = saved.map((text) => JSON.parse(text)).find((value) => value?.step === 'placing')
  return attempt.key.id
}
