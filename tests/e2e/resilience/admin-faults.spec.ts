import { faults } from '../support/network.ts'
import { messageIn, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

/** The function that each page calls, what it must not say while that fails, and what it calls that. */
const PAGES = [
  ['stages', '/admin/dashboard', faults.unavailable, 'Nothing to do now.', 'work of today'],
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
  for (const [what, path, fault, wrong, name = what] of PAGES) {
    await page.route(`**/rest/v1/rpc/admin_${what}`, fault)
    await page.goto(path.replace('{id}', id))
    await expect(page.getByText(`The ${name} could not be loaded.`)).toBeVisible()
    await expect(page.getByText(wrong)).toBeHidden()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Ayesha Khan').filter({ visible: true }).first()).toBeVisible()
  }
})

test('rule 13.13: a page that is older than the database asks to be loaded again', async ({
  page,
}) => {
  await page.route('**/rest/v1/rpc/admin_orders', faults.missingFunction)
  await page.goto('/admin/orders')
  await expect(page.getByText('Please reload it and try again.')).toBeVisible()
})
