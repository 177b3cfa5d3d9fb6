import { confirmedOrder, openFilledCheckout, pressPlaceOrder } from './support/customer.ts'
import { changeOrder } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test('an unknown order is not found, and the page is a page', async ({ page }) => {
  for (const path of ['/order/tracking/ABCDEFGH', '/order/confirmation/ABCDEFGH']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to home page' })).toHaveAttribute(
      'href',
      '/',
    )
  }
})

for (const id of ['abcdefgh', 'ABCDEFG', '%3Cscript%3E', '__proto__']) {
  test(`what cannot be an order is not found: ${id}`, async ({ page }) => {
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  })
}

test('an address that cannot be decoded is a bad request', async ({ request }) => {
  expect((await request.get('/order/tracking/%E0%A4%A')).status()).toBe(400)
})

test.describe('without a network', () => {
  test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

  test('D39 D40 an order page says so and finds the order on Retry', async ({ page }) => {
    await openFilledCheckout(page)
    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    await page.route('**/rest/v1/rpc/**', (route) => route.abort())
    for (const path of [`/order/confirmation/${id}`, `/order/tracking/${id}`]) {
      await page.goto(path)
      await expect(page.getByText('We could not load your order')).toBeVisible()
      await expect(page.getByText('Order not found')).toBeHidden()
    }
    await page.unroute('**/rest/v1/rpc/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(id)).toBeVisible()
  })
})

test('a cancelled order says so, keeps its first step and starts no clock', async ({ page }) => {
  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  await changeOrder(id, { status: 'cancelled' })
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  await expect(page.getByText('Order Placed, done')).toBeVisible()
  await expect(page.getByText('Order Processing, not yet')).toBeVisible()
})
