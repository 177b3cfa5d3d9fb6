import { ordersOf } from './support/admin-session.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  fillAddress,
  keptCart,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  single,
} from './support/customer.ts'
import { failFirst, faults, holdFirst, ORDER_FORM, PLACE_ORDER } from './support/network.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

const onceFaults = [
  ['D05', 'refused'],
  ['D06', 'answerLost'],
  ['D07', 'unavailable'],
  ['D08', 'serverError'],
  ['D09', 'answerCut'],
  ['D10', 'htmlPage'],
  ['D10', 'anotherOrder'],
] as const

for (const [number, name] of onceFaults) {
  test(`${number} one fault on the way (${name}) is got over in silence, with one order`, async ({
    page,
  }) => {
    const { phone } = await openFilledCheckout(page)
    await failFirst(page, PLACE_ORDER, faults[name])
    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
  })

  test(`${number} a lasting fault (${name}) keeps cart and words, and the next press makes one order`, async ({
    page,
  }) => {
    const { phone } = await openFilledCheckout(page)
    await failFirst(page, PLACE_ORDER, faults[name], faults[name], faults[name])
    const cart = await keptCart(page)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    expect(await keptCart(page)).toBe(cart)
    await expect(page.getByLabel('Phone')).toHaveValue(phone)

    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
  })
}

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
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

test('D03 D04 a request that hangs is asked again after 10 s, and arrives late at an order that is there', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  const late = Promise.withResolvers<number>()
  const answered = page.waitForResponse(PLACE_ORDER)
  await failFirst(page, PLACE_ORDER, async (route) => {
    await answered
    late.resolve((await route.fetch()).status())
  })
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  expect(await late.promise).toBe(200)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

for (const [number, name] of [
  ['D15', 'serverError'],
  ['D17', 'hangs'],
  ['D19', 'blocked'],
] as const) {
  test(`${number} a form copy that fails (${name}) is sent again alone`, async ({ page }) => {
    const { phone } = await openFilledCheckout(page)
    await failFirst(page, ORDER_FORM, faults[name])
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    expect(await ordersOf(phone)).toHaveLength(1)
    expect(await keptCart(page)).toContain('zulf-herbal-oil-single')

    const answered: string[] = []
    page.on('response', (response) => {
      if (response.ok() && response.request().method() === 'POST') answered.push(response.url())
    })
    await pressPlaceOrder(page)
    await confirmedOrder(page)
    expect(answered.filter((url) => url.endsWith('/rpc/place_order'))).toEqual([])
    expect(answered.filter((url) => url.endsWith('/forms/order'))).toHaveLength(1)
    expect(await ordersOf(phone)).toHaveLength(1)
  })
}

test('D22 a reload while the order is on its way finds the order again', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  const arrived = page.waitForRequest(PLACE_ORDER)
  await failFirst(page, PLACE_ORDER, faults.hangs)
  await pressPlaceOrder(page)
  await arrived
  await expect.poll(async () => (await ordersOf(phone)).length).toBe(1)
  await page.reload()
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
  expect(await keptCart(page)).not.toContain('zulf-herbal-oil-single')
})

test('D22 a reload after a refusal keeps cart and words', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, faults.unavailable, faults.unavailable, faults.unavailable)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha Khan')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('an order whose confirmation never came is shown before the same is ordered again', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, '**/order/confirmation/*', () => new Promise(() => {}))
  const left = page.waitForRequest('**/order/confirmation/*')
  await pressPlaceOrder(page)
  await left
  await putInCart(page, [{ ...single, quantity: 1 }])
  await page.goto('/checkout')
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])

  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  expect(await confirmedOrder(page)).not.toBe(id)
})

test('D20 a double click and an Enter make one order', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  const letGo = await holdFirst(page, PLACE_ORDER)
  await page.getByLabel('Phone').press('Enter')
  await page.evaluate(() => {
    const form = document.querySelector('form#checkout-form') as HTMLFormElement
    form.requestSubmit()
    form.requestSubmit()
  })
  letGo()
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('the button says Processing... and is disabled while the order is on its way', async ({
  page,
}) => {
  await openFilledCheckout(page)
  const letGo = await holdFirst(page, PLACE_ORDER)
  await pressPlaceOrder(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  letGo()
  await confirmedOrder(page)
})
