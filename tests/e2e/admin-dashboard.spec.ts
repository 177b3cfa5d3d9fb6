import type { Locator, Page } from '@playwright/test'
import { formatDay } from '#shared/dates.ts'
import { logIn } from './support/admin.ts'
import { type OwnShop, orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const DASHBOARD = '**/rest/v1/rpc/admin_dashboard'

test('a shop without orders says so, and shows noughts', async ({ page }) => {
  await logIn(page)
  await expect(card(page, 'Total Orders')).toContainText('0')
  await expect(card(page, 'Total Revenue')).toContainText('0.00')
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect(page.getByText('Nothing was sold in these days.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All orders' })).toHaveAttribute(
    'href',
    '/admin/orders',
  )
})

test('the figures are those of the orders, cancelled ones aside', async ({ page, shop }) => {
  const ids = []
  for (let place = 0; place < 6; place += 1) ids.push(await orderIn(shop))
  const statuses = ['pending', 'processing', 'shipped', 'delivered', 'delivered', 'cancelled']
  for (const [index, status] of statuses.entries()) await setStatus(shop, ids[index], status)

  await logIn(page)
  await expect(card(page, 'Total Orders')).toContainText('6')
  // Five bottles at 799.00: the cancelled sixth does not count.
  await expect(card(page, 'Total Revenue')).toContainText('3995.00')
  await expect(card(page, 'Total Revenue')).toContainText('+12%')
  await expect(card(page, 'Total Revenue')).toContainText('Counts orders that are not cancelled.')
  await expect(card(page, 'Pending Orders')).toContainText('2')
  await expect(card(page, 'Completed Orders')).toContainText('2')
})

test('the true change of 30 days stands beside the fixed one', async ({ page, shop }) => {
  await orderIn(shop)
  // No order can be given a date of last month: the database forbids it.
  await page.route(DASHBOARD, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), revenuePrevious30: 1598 } })
  })
  await logIn(page)
  await expect(card(page, 'Total Revenue')).toContainText('+12% (−50% in 30 days)')
})

test('the five newest orders are shown, and each leads to its page', async ({ page, shop }) => {
  const ids = []
  for (let place = 0; place < 6; place += 1) {
    ids.push(await orderIn(shop, { fullName: `Customer ${place}` }))
  }
  await logIn(page)
  const rows = page.getByRole('table', { name: 'The newest orders' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 5)
  const newest = rows.nth(1)
  for (const text of [ids[5] ?? '', 'Customer 5', formatDay(new Date().toISOString()), '799.00']) {
    await expect(newest).toContainText(text)
  }
  await expect(newest).toContainText('Pending')
  await expect(newest.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/admin/orders/${ids[5]}`,
  )
  await expect(page.getByText('Customer 0')).toBeHidden()
})

test('the chart can be read as a table, today at the top', async ({ page, shop }) => {
  await orderIn(shop)
  await logIn(page)
  await expect(page.getByRole('img', { name: /The best day was .* with 799\.00/ })).toBeVisible()
  await page.getByText('Show the figures').click()
  const rows = page.getByRole('table', { name: 'Sales per day, newest first' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 30)
  await expect(rows.nth(1)).toContainText('799.00')
  await expect(rows.nth(2)).toContainText('0.00')
})

test.describe('when the store does not answer', () => {
  test.use({ expectedNoise: /status of 503|Error fetching the dashboard/ })

  test('the page says so, and Retry brings the figures', async ({ page }) => {
    await logIn(page)
    await page.route(DASHBOARD, (route) => route.fulfill({ status: 503, body: '' }))
    await page.reload()
    await expect(page.getByText('The dashboard could not be loaded.')).toBeVisible()
    await expect(page.getByText('No orders found')).toBeHidden()
    await page.unroute(DASHBOARD)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Total Orders')).toContainText('0')
  })
})

function card(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
}

async function setStatus(shop: OwnShop, id: string | undefined, status: string): Promise<void> {
  await shop.transaction((query) =>
    query('update public.orders set status = $2 where id = $1', [id, status]),
  )
}
