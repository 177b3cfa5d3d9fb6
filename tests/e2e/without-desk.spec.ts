/*
 * The site and its database without the desk, in Chromium: `npm run build:without-desk`, then
 * `npx playwright test --project=without-desk`.
 */
import { paths } from '#paths.ts'
import { listedIds, openMore, openNewOrder, openOrders } from './support/admin.ts'
import { orderIn, orderOnDevice, adminTest as test } from './support/own-shop.ts'
import { downloadBy, expectAccessible } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

test.use({ hasDesk: false })

test('the list of orders has the filters that its database knows, and all that is found as a file', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop, { fullName: 'Ayesha Khan' })
  const other = await orderIn(shop, { fullName: 'Bilal Ahmed' })
  await openOrders(page)
  await expect.poll(() => listedIds(page)).toEqual([other, id])
  const filters = page.getByRole('search')
  await expect(filters.getByRole('button')).toHaveText(['Refresh', 'Export CSV'])
  await expect(filters.getByRole('combobox')).toHaveAccessibleName('Status')
  const columns = 'Order ID,Customer,Phone,City,Contents,Date,Total,Status,Tracking'
  await expect(page.getByRole('columnheader')).toHaveText(columns.split(','))
  await expect(
    page.getByText('Keys: / find, j and k next and previous order, Enter open'),
  ).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Search').fill('ayesha')
  await expect.poll(() => listedIds(page)).toEqual([id])
  const press = () => page.getByRole('button', { name: 'Export CSV' }).click()
  const { bytes } = await downloadBy(page, press)
  expect(new TextDecoder().decode(bytes).match(/Khan|Ahmed/g)).toEqual(['Khan'])
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Status').selectOption('shipped')
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
})

test('the page of an order saves status and number, and offers nothing that its database refuses', async ({
  page,
  shop,
}) => {
  const id = await openNewOrder(page, shop)
  const main = page.getByRole('main')
  await expect(main.locator('summary')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveText([
    /More for this order/,
    'Copy Order ID',
    /^Copy 0/,
    'Update Status',
    'Update Tracking',
    'Print',
  ])
  await expect(main.getByRole('combobox')).toHaveAccessibleName('Status')
  await expect(page.getByRole('button', { name: 'Update Tracking' })).toHaveAccessibleDescription(
    'It has no number yet.',
  )
  await page.getByLabel('Status').selectOption('shipped')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByText('Order updated')).toBeVisible()
  await page.getByLabel('Tracking Number').fill('TRK-1')
  await page.getByRole('button', { name: 'Update Tracking' }).click()
  const saved = () =>
    shop.sql('select status, tracking_number from public.orders where id = $1', [id])
  await expect.poll(saved).toEqual([{ status: 'shipped', tracking_number: 'TRK-1' }])
  await expectAccessible(page)
  const more = await openMore(page)
  await expect(more.getByRole('button')).toHaveText(['History', 'Print slip', /^Erase/, 'Back'])
  await more.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('Status: Shipped')).toBeVisible()
})

test('the pages of the admin load', async ({ page, shop }) => {
  await orderIn(shop)
  for (const path of [
    paths.adminDashboard,
    paths.adminMessages,
    paths.adminCustomers,
    paths.adminProducts,
    paths.adminSettings,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText('could not be loaded').filter({ visible: true })).toHaveCount(0)
  }
})

test('the page of an order offers its customer no notices', async ({ page, shop }) => {
  const id = await orderOnDevice(page, shop)
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText('Your order has been placed')).toBeVisible()
  await expect(page.getByText('Tell me when')).toHaveCount(0)
})
