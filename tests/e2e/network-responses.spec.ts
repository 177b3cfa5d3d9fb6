/* Answers that are no plain yes or no, and tabs that are gone before one comes. */
import type { Page } from '@playwright/test'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { ordersOf } from './support/admin-session.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  fillAddress,
  keptCart,
  openFilledCheckout,
  pressPlaceOrder,
} from './support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from './support/network.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

test('D11 D12 a limit on the way is told, and is not run against again by itself', async ({
  page,
}) => {
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
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

test('D13 an id that somebody else has is replaced in silence', async ({ page, request }) => {
  const { phone } = await openFilledCheckout(page)
  const id = await keptId(page)
  const foreign = aNewOrder({ id })
  const taken = await request.post('/rest/v1/rpc/place_order', {
    headers: { apikey: 'sb_publishable_local' },
    data: { p: foreign },
  })
  expect(taken.status()).toBe(201)

  await pressPlaceOrder(page)
  const own = await confirmedOrder(page)
  expect(own).not.toBe(id)
  expect(await ordersOf(phone)).toMatchObject([{ id: own }])
  expect(await ordersOf(foreign.shippingAddress.phone)).toHaveLength(1)
})

test('D21 a tab closed before the answer finds its order when the checkout is opened again', async ({
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
  const id = await confirmedOrder(reopened)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
  expect(await keptCart(reopened)).not.toContain('zulf-herbal-oil-single')
})

test('D21 a tab closed before the order arrived leaves its id to the next one', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  const id = await keptId(page)
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

test('D34 storage erased while the order is on its way makes no second order', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, async (route) => {
    await route.fetch()
    await page.evaluate(() => localStorage.clear())
    await route.abort('connectionreset')
  })
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

/** The id that this device's next order will have. */
async function keptId(page: Page): Promise<string> {
  const kept = await page.evaluate(() => localStorage.getItem('zulf:attempt'))
  return JSON.parse(kept ?? '').key.id
}
