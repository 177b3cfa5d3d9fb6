import { openNewOrder, savedOrder } from '../support/admin.ts'
import { faults } from '../support/network.ts'
import { messageIn, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

const BOOKING_CALL = '**/rest/v1/rpc/admin_book_order'

/** The function that each page calls, and what it must not say while that fails. */
const PAGES = [
  ['dashboard', '/admin/dashboard', faults.unavailable, 'No orders found'],
  ['orders', '/admin/orders', faults.refused, 'No orders found'],
  ['order', '/admin/orders/{id}', faults.refused, 'Order not found'],
  ['customers', '/admin/customers', faults.refused, 'No customer data available'],
  ['messages', '/admin/messages', faults.serverError, 'No messages yet'],
] as const

test.use({ expectedNoise: /Error (fetching|updating)|Failed to load resource/ })

test('rule 18.45: a page that could not be loaded says so, and retries', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await messageIn(shop)
  for (const [what, path, fault, wrong] of PAGES) {
    await page.route(`**/rest/v1/rpc/admin_${what}`, fault)
    await page.goto(path.replace('{id}', id))
    await expect(page.getByText(`The ${what} could not be loaded.`)).toBeVisible()
    await expect(page.getByText(wrong)).toBeHidden()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Ayesha Khan').filter({ visible: true }).first()).toBeVisible()
  }
})

test('C33 a lost connection is named, and repaired by Retry', async ({ page, shop }) => {
  const id = await openNewOrder(page, shop)
  await page.route(BOOKING_CALL, (route) => route.abort())
  await page.getByLabel('Status').selectOption('Shipped')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByLabel('Tracking Number').fill('TCS 9')
  await page.getByRole('button', { name: 'Update Tracking' }).click()
  await expect(page.getByText('There was a problem updating the order status')).toBeVisible()
  await expect(page.getByText('Update failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('shipped')
  await expect(page.getByText('The status and the tracking number are not saved.')).toBeVisible()
  expect((await savedOrder(shop, id)).status).toBe('pending')

  await page.unroute(BOOKING_CALL)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('are not saved.')).toBeHidden()
  await expect
    .poll(() => savedOrder(shop, id))
    .toMatchObject({ status: 'shipped', tracking_number: 'TCS 9' })
})
