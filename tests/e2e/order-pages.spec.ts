import { confirmedOrder, openFilledCheckout, pressPlaceOrder } from './support/customer.ts'
import { recordRequests } from './support/page-checks.ts'
import { changeOrder } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test('rule 18.16: an unknown order is not found, with status 200', async ({ page }) => {
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

test('rule 7.3: an id of another shape is not found, without a request', async ({ page }) => {
  const requests = recordRequests(page, '/rpc/')
  for (const id of ['abcdefgh', 'ABCDEFG', '%3Cscript%3E', '__proto__']) {
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  }
  expect(requests).toEqual([])
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

  test('D39 D40 an order page says so, and Retry shows the order', async ({ page }) => {
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

test('rule 7.7: a cancelled order shows its first step and says so', async ({ page }) => {
  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  await changeOrder(id, { status: 'cancelled' })
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  await expect(page.getByText('Order Placed, done')).toBeVisible()
  await expect(page.getByText('Order Processing, not yet')).toBeVisible()
})
