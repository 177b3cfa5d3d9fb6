import { failFirst, faults, holdFirst, ORDER_FORM, PLACE_ORDER } from './support/network.ts'
import { ordersOf } from './support/owner.ts'
import { expect, test } from './support/shop-test.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  keptCart,
  openFilledCheckout,
  pressPlaceOrder,
} from './support/shopper.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

const onceFaults = [
  'refused',
  'answerLost',
  'answerCut',
  'serverError',
  'unavailable',
  'htmlPage',
] as const

for (const name of onceFaults) {
  test(`one fault on the way (${name}) is got over in silence, with one order`, async ({
    page,
  }) => {
    const { phone } = await openFilledCheckout(page)
    await failFirst(page, PLACE_ORDER, faults[name])
    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
  })

  test(`a lasting fault (${name}) keeps cart and words, and the next press makes one order`, async ({
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

test('offline nothing is placed and nothing is lost; online again one order is', async ({
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

test('a request that hangs is given up after 10 s and asked again, with one order', async ({
  page,
}) => {
  test.setTimeout(60_000)
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, PLACE_ORDER, faults.hangs)
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
})

for (const name of ['serverError', 'refused'] as const) {
  test(`a form copy that fails (${name}) is sent again alone`, async ({ page }) => {
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

test('a reload while the order is on its way finds the order again', async ({ page }) => {
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

test('a reload after a refusal keeps cart and words', async ({ page }) => {
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

test('a double click and an Enter make one order', async ({ page }) => {
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
