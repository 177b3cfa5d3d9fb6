import type { Page } from '@playwright/test'
import { logIn } from './support/admin.ts'
import { orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const CUSTOMERS = '**/rest/v1/rpc/admin_customers'

test('before the first order there is nobody to show', async ({ page }) => {
  await openCustomers(page)
  await expect(page.getByText('No customer data available')).toBeVisible()
  await expect(
    page.getByText('Customer information will appear as orders are placed'),
  ).toBeVisible()
})

test('orders of one name and phone are one customer', async ({ page, shop }) => {
  const phone = '03001234567'
  await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 2 })
  const cancelled = await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 5 })
  await orderIn(shop, { fullName: 'AYESHA KHAN', phone, city: 'Karachi', state: 'Sindh' })
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  await shop.transaction((query) =>
    query(`update public.orders set status = 'cancelled' where id = $1`, [cancelled]),
  )

  await openCustomers(page)
  await expect(rows(page)).toHaveCount(2)
  const ayesha = rows(page).filter({ hasText: /Ayesha Khan/i })
  await expect(ayesha).toContainText('AYESHA KHAN')
  await expect(ayesha).toContainText('ayesha.khan@customers.invalid')
  await expect(ayesha).toContainText('Karachi, Sindh')
  await expect(ayesha.getByRole('cell').nth(3)).toHaveText('3')
  // Three bottles at 799.00: the cancelled five do not count.
  await expect(ayesha.getByRole('cell').nth(4)).toHaveText('2397.00')
  await expect(ayesha.getByRole('link', { name: phone })).toHaveAttribute('href', `tel:${phone}`)
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)
})

test('a search finds by name, phone or e-mail, and the address keeps it', async ({
  page,
  shop,
}) => {
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

for (const typed of ['%', '_', 'a,b)(*%"\\', '<b>', "' or 1=1 --"]) {
  test(`C23 a search takes ${typed} literally`, async ({ page, shop }) => {
    await orderIn(shop, { fullName: 'Ayesha Khan' })
    await openCustomers(page)
    await expect(rows(page)).toHaveCount(1)
    await page.getByLabel('Search').fill(typed)
    await expect(page.getByText('No customers found matching your criteria')).toBeVisible()
  })
}

test('pages lead through all customers and back, each seen once', async ({ page, shop }) => {
  for (let place = 1; place <= 27; place += 1) {
    await orderIn(shop, { fullName: `Customer ${String(place).padStart(2, '0')}` })
  }
  await openCustomers(page)
  await expect(rows(page)).toHaveCount(25)
  await expect(rows(page).first()).toContainText('Customer 27')
  await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('Customer 01')
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled()

  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  await expect(rows(page)).toHaveCount(25)
  await page.goForward()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(rows(page).first()).toContainText('Customer 27')
})

test('the answer to the last search stays, however late an earlier one comes', async ({
  page,
  shop,
}) => {
  await orderIn(shop, { fullName: 'Ayesha Khan' })
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  await openCustomers(page)
  await expect(rows(page)).toHaveCount(2)
  const held = Promise.withResolvers<void>()
  const slow = page.waitForRequest(CUSTOMERS)
  await page.route(CUSTOMERS, async (route) => {
    if (route.request().postData()?.includes('ayesha')) await held.promise
    await route.continue()
  })
  await page.getByLabel('Search').fill('ayesha')
  await slow
  await page.getByLabel('Search').fill('bilal')
  await expect(rows(page)).toHaveCount(1)
  const answered = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('ayesha')),
  )
  held.resolve()
  await answered
  await expect(rows(page)).toContainText('Bilal Ahmed')
})

test('C21 C22 whatever a customer is called is text, and the page keeps its width', async ({
  page,
  shop,
}) => {
  const names = ['<img src=x onerror=alert(1)>', `=cmd|' /C calc'!A0`, 'خان احمد', 'x'.repeat(100)]
  for (const fullName of names) await orderIn(shop, { fullName })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await openCustomers(page)
  for (const width of [360, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  await expect(page.locator('main img')).toHaveCount(0)
  expect(dialogs).toEqual([])
})

test('ten thousand characters do not break the layout', async ({ page, shop }) => {
  await orderIn(shop, { fullName: 'Ayesha Khan' })
  await page.route(CUSTOMERS, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll('Ayesha Khan', 'W'.repeat(10_000)) })
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await openCustomers(page)
  await expect(rows(page)).toHaveCount(1)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect((await rows(page).boundingBox())?.height).toBeLessThan(800)
})

test.describe('when the store does not answer', () => {
  test.use({ expectedNoise: /ERR_|Error fetching customers/ })

  test('the page says so, and Retry brings the customers', async ({ page, shop }) => {
    await orderIn(shop, { fullName: 'Ayesha Khan' })
    await page.route(CUSTOMERS, (route) => route.abort('connectionrefused'))
    await openCustomers(page)
    await expect(page.getByText('The customers could not be loaded.')).toBeVisible()
    await expect(page.getByText('No customer data available')).toBeHidden()
    await page.unroute(CUSTOMERS)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(1)
  })
})

async function openCustomers(page: Page): Promise<void> {
  await logIn(page)
  await page.goto('/admin/customers')
}

function rows(page: Page) {
  return page.locator('tbody').getByRole('row')
}

/** How much wider the page is than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}
