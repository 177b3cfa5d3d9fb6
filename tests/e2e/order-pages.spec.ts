import { buy } from './support/customer.ts'
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

test('F03 rule 7.3: an id of another shape, such as lower case, is not found, without a request', async ({
  page,
}) => {
  const requests = recordRequests(page, '/rpc/')
  for (const id of ['abcdefgh', 'ABCDEFG', '%3Cscript%3E', '__proto__']) {
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  }
  expect(requests).toEqual([])
})

test('rule 7.7: a cancelled order shows its first step and says so', async ({ page }) => {
  const { id } = await buy(page)
  await changeOrder(id, { status: 'cancelled' })
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  await expect(page.getByText('Order Placed, done')).toBeVisible()
  await expect(page.getByText('Order Processing, not yet')).toBeVisible()
})
