import type { Locator, Page } from '@playwright/test'
import { formatDay } from '#shared/dates.ts'
import { price, product } from '#tests/support/catalogue.ts'
import { setStatus } from './support/admin.ts'
import { orderIn, ordersIn, adminTest as test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const REQUEST = `insert into private.help_requests (order_id, kind, text)
  values ($1, 'damaged', 'The cap is broken')`

test('without orders the dashboard shows zeros and says so', async ({ page }) => {
  await page.goto('/admin/dashboard')
  await expect(card(page, 'Total Orders')).toContainText('0')
  await expect(card(page, 'Total Revenue')).toContainText('0.00')
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect(page.getByText('Nothing was sold in these days.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All orders' })).toHaveAttribute(
    'href',
    '/admin/orders',
  )
})

test('rule 16.1: the figures count the orders, without the revenue of cancelled ones', async ({
  page,
  shop,
}) => {
  const statuses = ['pending', 'processing', 'shipped', 'delivered', 'delivered', 'cancelled']
  for (const status of statuses) {
    const id = await orderIn(shop)
    await setStatus(shop, id, status)
    if (status === 'delivered') await shop.sql(REQUEST, [id])
  }

  await page.goto('/admin/dashboard')
  await expect(card(page, 'Total Orders')).toContainText('6')
  await expect(card(page, 'Total Revenue')).toContainText(price(product, 5))
  await expect(card(page, 'Total Revenue')).toContainText('+12%')
  await expect(card(page, 'Total Revenue')).toContainText('Counts orders that are not cancelled.')
  await expect(card(page, 'Pending Orders')).toContainText('2')
  await expect(card(page, 'Completed Orders')).toContainText('2')
  await expect(card(page, 'Open Requests')).toContainText('2')
  await card(page, 'Open Requests').getByRole('link', { name: 'Requests for help' }).click()
  await expect(page).toHaveURL('/admin/messages')
  await expect(page.getByText('The cap is broken')).toHaveCount(2)
})

test('rule 16.1: the five newest orders are shown, and link to their pages', async ({
  page,
  shop,
}) => {
  const [id = ''] = await ordersIn(shop, 6, (nth) => ({ fullName: `Customer ${nth}` }))
  await page.goto('/admin/dashboard')
  const rows = page.getByRole('table', { name: 'The newest orders' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 5)
  const newest = rows.nth(1)
  for (const text of [id, 'Customer 5', formatDay(new Date().toISOString()), price(product)]) {
    await expect(newest).toContainText(text)
  }
  await expect(newest).toContainText('Pending')
  await expect(newest.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/admin/orders/${id}`,
  )
  await expect(page.getByText('Customer 0')).toBeHidden()
})

test('the chart has a table, newest day first', async ({ page, shop }) => {
  await orderIn(shop)
  await page.goto('/admin/dashboard')
  await expect(
    page.getByRole('img', { name: new RegExp(`The best day was .* with ${price(product)}`) }),
  ).toBeVisible()
  await page.getByText('Show the figures').click()
  const rows = page.getByRole('table', { name: 'Sales per day, newest first' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 30)
  await expect(rows.nth(1)).toContainText(price(product))
  await expect(rows.nth(2)).toContainText('0.00')
})

function card(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
}
