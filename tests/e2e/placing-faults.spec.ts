/*
 * Placing an order while network and form service fail. tests/fault-injection combines all faults with
 * the code of the pages; here stands what only a browser shows: texts, fields, reloads, timeouts.
 */
import { product } from '#tests/support/catalogue.ts'
import { holdTimeouts, shortenPauses } from './support/clock.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  openFilledCheckout,
  pressPlaceOrder,
  savedCart,
} from './support/customer.ts'
import { failFirst, faults, holdFirst, ORDER_FORM, PLACE_ORDER } from './support/network.ts'
import { expectPlaced, ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

test.beforeEach(({ page }) => shortenPauses(page))

for (const [label, names] of [
  ['D05 D06', ['refused', 'responseLost']],
  ['D09 D10', ['responseCut', 'htmlPage']],
  ['D08 D10', ['serverError', 'anotherOrder']],
] as const) {
  test(`${label} two faults in a row (${names.join(', ')}) are retried, with one order`, async ({
    page,
  }) => {
    const { phone } = await openFilledCheckout(page)
    await failFirst(page, PLACE_ORDER, ...names.map((name) => faults[name]))
    await pressPlaceOrder(page)
    await expectPlaced(page, phone)
  })
}

test('D07 a lasting fault leaves cart and fields, also over a reload, and the next press makes one order', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, faults.unavailable, faults.unavailable, faults.unavailable)
  const cart = await savedCart(page)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  expect(await savedCart(page)).toBe(cart)
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha Khan')
  await pressPlaceOrder(page)
  await expectPlaced(page, phone)
})

test('D01 D02 offline nothing is placed and nothing is lost; online again one order is', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  await context.setOffline(true)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  await context.setOffline(false)
  expect(await ordersOf(phone)).toEqual([])
  await pressPlaceOrder(page)
  await expectPlaced(page, phone)
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
  expect(await expireTimeouts()).toEqual([10_000])
  const id = await confirmedOrder(page)
  expect(await late.promise).toBe(200)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

for (const [label, name] of [
  ['D15', 'serverError'],
  ['D17', 'hangs'],
  ['D19', 'blocked'],
] as const) {
  test(`${label} an order copy that fails (${name}) is sent again alone`, async ({ page }) => {
    const expireTimeouts = await holdTimeouts(page)
    const { phone } = await openFilledCheckout(page)
    const sent = Promise.withResolvers<void>()
    await failFirst(page, ORDER_FORM, (route) => {
      sent.resolve()
      return faults[name](route)
    })
    await pressPlaceOrder(page)
    await sent.promise
    if (name === 'hangs') expect(await expireTimeouts()).toContain(10_000)
    await expectOrderRefused(page)
    expect(await ordersOf(phone)).toHaveLength(1)
    expect(await savedCart(page)).toContain(product.id)

    const posted: string[] = []
    page.on('response', (response) => {
      if (response.ok() && response.request().method() === 'POST') posted.push(response.url())
    })
    await pressPlaceOrder(page)
    await confirmedOrder(page)
    expect(posted.filter((url) => url.endsWith('/rpc/place_order'))).toEqual([])
    expect(posted.filter((url) => url.endsWith('/forms/order'))).toHaveLength(1)
    expect(await ordersOf(phone)).toHaveLength(1)
  })
}

test('D22 a reload while the order is sent finds the order', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, faults.hangs)
  await pressPlaceOrder(page)
  await expect.poll(async () => (await ordersOf(phone)).length).toBe(1)
  await page.reload()
  await expectPlaced(page, phone)
  expect(await savedCart(page)).not.toContain(product.id)
})

test('D20 E11 Enter, a click and two more submits at once make one order, with the button disabled', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  const release = await holdFirst(page, PLACE_ORDER)
  await page.getByLabel('Phone').press('Enter')
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('#checkout-form')
    form?.requestSubmit()
    document.querySelector<HTMLButtonElement>('[form=checkout-form]')?.click()
    form?.requestSubmit()
  })
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  release()
  await expectPlaced(page, phone)
})
