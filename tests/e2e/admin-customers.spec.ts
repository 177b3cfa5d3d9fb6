import type { Page } from '@playwright/test'
import { price, product } from '#tests/support/catalogue.ts'
import { setStatus } from './support/admin.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const CUSTOMERS = '**/rest/v1/rpc/admin_customers'

test('rule 18.38: without orders the list of customers says so', async ({ page }) => {
  await openCustomers(page)
  await expect(page.getByText('No customer data available')).toBeVisible()
  await expect(
    page.getByText('Customer information will appear as orders are placed'),
  ).toBeVisible()
})

test('rule 16.2: orders of one name and phone are one customer', async ({ page, shop }) => {
  const phone = '03001234567'
  await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 2 })
  const cancelled = await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 5 })
  await orderIn(shop, { fullName: 'AYESHA KHAN', phone, city: 'Karachi', state: 'Sindh' })
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  await setStatus(shop, cancelled, 'cancelled')

  await openCustomers(page)
  await expect(rows(page)).toHaveCount(2)
  const ayesha = rows(page).filter({ hasText: /Ayesha Khan/i })
  await expect(ayesha).toContainText('AYESHA KHAN')
  await expect(ayesha).toContainText('ayesha.khan@customers.invalid')
  await expect(ayesha).toContainText('Karachi, Sindh')
  await expect(ayesha.getByRole('cell').nth(3)).toHaveText('3')
  // Three units: the five of the cancelled order do not count.
  await expect(ayesha.getByRole('cell').nth(4)).toHaveText(price(product, 3))
  await expect(ayesha.getByRole('link', { name: phone })).toHaveAttribute('href', `tel:${phone}`)
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)
})

test('a search finds by name, phone or e-mail, and is in the URL', async ({ page, shop }) => {
  await orderIn(shop, { fullName: 'Ayesha Khan', phone: '03001234567' })
  await orderIn(shop, { fullName: 'Bilal Ahmed', phone: '03217654321' })
  await openCustomers(page)
  for (const typed of ['YESHA', '0300123', 'ayesha.khan@']) {
    await page.getByLabel('Search').fill(typed)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Ayesha Khan')
    await page.getByLabel('Search').fill('')
    await expect(rows(page)).toHaveCount(2)
  }
  await page.getByLabel('Search').fill('bilal')
  await expect(page).toHaveURL(/\?q=bilal$/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByLabel('Search')).toHaveValue('bilal')
})

test('a name of 10,000 letters fits a small screen', async ({ page, shop }) => {
  await orderIn(shop, { fullName: 'Ayesha Khan' })
  await page.route(CUSTOMERS, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll('Ayesha Khan', 'W'.repeat(10_000)) })
  })
  await openCustomers(page)
  await expect(rows(page)).toHaveCount(1)
  await expectNoOverflow(page, [360])
  expect((await rows(page).boundingBox())?.height).toBeLessThan(800)
})

async function openCustomers(page: Page): Promise<void> {
  await page.goto('/admin/customers')
}

function rows(page: Page) {
  return page.locator('tbody').getByRole('row')
}
