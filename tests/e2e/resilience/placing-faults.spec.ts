/*
 * Placing an order while the network fails. tests/fault-injection combines all faults with the code of the
 * pages; here stands what only a browser shows: texts, fields, reloads, timeouts, tabs.
 */
import { settings } from '#config/settings.ts'
import { holdTimeouts, shortenPauses } from '../support/clock.ts'
import {
  chat,
  confirmedOrder,
  expectOrderRefused,
  openFilledCheckout,
  pressPlaceOrder,
  savedCart,
} from '../support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from '../support/network.ts'
import { recordRequests } from '../support/page-checks.ts'
import { expectPlaced, ordersOf } from '../support/saved-orders.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

test.beforeEach(({ page }) => shortenPauses(page))

test('D05 D06 D07 D08 D09 D10 D11 D12 D22 rules 4.33, 5.8, 5.14 and 18.60: whatever fails, cart and fields stay, and one order is placed', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  const cart = await savedCart(page)
  const sent = recordRequests(page, '/rpc/place_order')
  const pressWith = async (...each: (typeof faults)[keyof typeof faults][]) => {
    sent.length = 0
    await failFirst(page, PLACE_ORDER, ...each)
    await pressPlaceOrder(page)
    await expect.poll(() => sent.length).toBe(each.length)
    await expectOrderRefused(page)
    expect(await savedCart(page)).toBe(cart)
    await expect(page.getByLabel('Phone')).toHaveValue(phone)
  }
  const { refused, serverError, unavailable, htmlPage, tooMany } = faults
  const onWhatsApp = chat(page, 'Send this order on WhatsApp')
  const call = page.getByRole('link', { name: `Call ${settings.phone}` })
  await page.setViewportSize({ width: 360, height: 640 })
  const button = page.getByRole('button', { name: 'Place Order' })
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  // A limit of the backend is not retried, that of a gateway once. Everything else is, twice.
  await pressWith(faults.limited)
  await expect(page.getByText('please try again in ten minutes')).toBeInViewport({ ratio: 1 })
  await expect(onWhatsApp).toBeInViewport({ ratio: 1 })
  await expect(call).toBeInViewport({ ratio: 1 })
  await expect(button).toBeFocused()
  await expect(call).toHaveAttribute('href', /^tel:\+\d+$/)
  const problem = page.getByRole('alert').getByText(/^Our shop could not be reached\./)
  for (const each of [
    [tooMany, tooMany],
    [refused, refused, refused],
    [serverError, unavailable, htmlPage],
    [faults.wrongKey, faults.forbidden, faults.wrongKey],
  ]) {
    await pressWith(...each)
    await expect(problem).toBeVisible()
    await expect(onWhatsApp).toBeVisible()
    await expect(call).toBeVisible()
  }
  expect(await ordersOf(phone)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha Khan')
  await pressWith(faults.killed, faults.responseCut, faults.anotherOrder)
  expect(await ordersOf(phone)).toHaveLength(1)
  await expect(chat(page, 'Send this order on WhatsApp')).toBeVisible()
  await page.getByLabel('City').fill('Multan')
  await expect(chat(page, 'Send this order on WhatsApp')).toBeHidden()
  await failFirst(page, PLACE_ORDER, refused, faults.responseLost)
  await pressPlaceOrder(page)
  await expectPlaced(page, phone)
  await expect(page.getByText('This order reached us before you changed')).toBeVisible()
  await expect(page.getByText('Lahore').filter({ visible: true }).first()).toBeVisible()
})

test('D03 D04 a request that hangs is retried after 10 s, and finds the order when it arrives late', async ({
  page,
}) => {
  const expireTimeouts = await holdTimeouts(page)
  const { phone } = await openFilledCheckout(page)
  const hangs = Promise.withResolvers<void>()
  const late = Promise.withResolvers<number>()
  const retried = page.waitForResponse(PLACE_ORDER)
  await failFirst(page, PLACE_ORDER, async (route) => {
    hangs.resolve()
    await retried
    late.resolve((await route.fetch()).status())
  })
  await pressPlaceOrder(page)
  await hangs.promise
  // Those of the scripts come first.
  expect((await expireTimeouts()).at(-1)).toBe(10_000)
  await confirmedOrder(page)
  expect(await late.promise).toBe(200)
  await expectPlaced(page, phone)
})

test('rule 4.56: where the way to the confirmation is stopped, the checkout leads there, and one order is placed', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  await page.route('**/order/confirmation/*', (route) => route.abort('aborted'), { times: 1 })
  await pressPlaceOrder(page)
  await page.getByRole('link', { name: 'Order placed. See your order' }).click()
  await expectPlaced(page, phone)
})
