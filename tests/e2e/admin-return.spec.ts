/* Where the admin was, and what was typed there, is found again. */
import type { Page } from '@playwright/test'
import { adminLogin } from '#tests/support/shop-server.ts'
import { endSession, listedIds, logIn, logInAgain, openOrders, typeLogin } from './support/admin.ts'
import { orderIn, ordersIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const PHONE = { width: 360, height: 740 }

const zainab = () => ({ fullName: 'Zainab Bibi' })

async function openList(page: Page, search = ''): Promise<void> {
  await logIn(page)
  await openOrders(page, search)
}

const scrolled = (page: Page) => page.evaluate(() => scrollY)

test('rule 14.25: paging begins at the top of the list, and Back to Orders leads to search, filter, page and scroll position', async ({
  page,
  shop,
}) => {
  await ordersIn(shop, 30, zainab)
  await page.setViewportSize(PHONE)
  await openList(page, '?status=pending')
  await page.getByLabel('Search').fill('zainab')
  await expect(page).toHaveURL(/q=zainab/)
  const older = page.getByRole('button', { name: 'Older' })
  await older.scrollIntoViewIfNeeded()
  await older.click()
  await expect.poll(() => listedIds(page)).toHaveLength(5)
  await expect(page.locator('main [id^=order-]').first()).toBeInViewport()
  const [url, ids] = [page.url(), await listedIds(page)]

  await page.locator('main [id^=order-]').nth(3).scrollIntoViewIfNeeded()
  const position = await scrolled(page)
  expect(position).toBeGreaterThan(200)
  const order = page.locator('main [id^=order-]').nth(3)
  const sheets = page.getByRole('link', { name: 'Courier sheets' })
  const link = () => page.getByRole('link', { name: 'Back to Orders' }).click()
  for (const [way, back] of [
    [order, link],
    [order, () => page.goBack()],
    [sheets, link],
  ] as const) {
    // A click would scroll first.
    await way.dispatchEvent('click')
    await expect(page.getByRole('link', { name: 'Back to Orders' })).toBeVisible()
    await back()
    await expect(page).toHaveURL(url)
    await expect.poll(() => listedIds(page)).toEqual(ids)
    await expect.poll(() => scrolled(page)).toBe(position)
    await expect(page.getByLabel('Search')).toHaveValue('zainab')
  }
  await page.getByRole('link', { name: /^Orders/ }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect.poll(() => listedIds(page)).toHaveLength(25)
  expect(await scrolled(page)).toBe(0)
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Error fetching orders|ERR_INTERNET_DISCONNECTED/ })

  test('rule 14.3: a Refresh that failed leaves the list and says so, and the list is refreshed when the network is back', async ({
    page,
    context,
    shop,
  }) => {
    const known = await orderIn(shop)
    await openList(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('The orders could not be refreshed.')).toBeVisible()
    expect(await listedIds(page)).toEqual([known])
    const late = await orderIn(shop)
    await context.setOffline(false)
    await expect.poll(() => listedIds(page)).toEqual([late, known])
    await expect(page.getByText('The orders could not be refreshed.')).toBeHidden()
  })
})

test.describe('a session that is over', () => {
  test.use({ expectedNoise: /status of 40[0-9]|Error (fetching|updating)/ })

  test('rule 13.12: leads back to the page, with the typed text', async ({ page, shop }) => {
    const id = await orderIn(shop)
    await logIn(page)
    await page.goto(`/admin/orders/${id}`)
    await page.getByLabel('Status').selectOption('Shipped')
    await page.getByLabel('Tracking Number').fill('TCS 77')
    await endSession(page, shop)
    await logInAgain(page)
    await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
    await expect(page.getByText('Login successful')).toBeVisible()
    await expect(page.getByLabel('Tracking Number')).toHaveValue('TCS 77')
    await expect(page.getByLabel('Status')).toHaveValue('shipped')
    await page.getByRole('button', { name: 'Update Tracking' }).click()
    await expect(page.getByText('The tracking number is now TCS 77')).toBeVisible()

    // Only once: what is saved by now counts.
    await page.reload()
    await expect(page.getByLabel('Status')).toHaveValue('pending')
  })

  test('rule 13.12: leads back to search, page and scroll position of a list, and to a form that sent nothing', async ({
    page,
    shop,
  }) => {
    await ordersIn(shop, 12, zainab)
    await page.setViewportSize(PHONE)
    await openList(page, '?q=zainab')
    await page.locator('main [id^=order-]').nth(8).scrollIntoViewIfNeeded()
    const position = await scrolled(page)
    await endSession(page, shop)
    await logInAgain(page)
    await expect(page).toHaveURL(/\/admin\/orders\?q=zainab$/)
    await expect.poll(() => scrolled(page)).toBe(position)

    await page.goto('/admin/settings')
    await page.getByLabel('Store Name').fill('Typed for an hour')
    await page.getByLabel('Description').fill('Two\nlines')
    await endSession(page, shop)
    await logInAgain(page)
    await expect(page).toHaveURL(/\/admin\/settings$/)
    await expect(page.getByLabel('Store Name')).toHaveValue('Typed for an hour')
    await expect(page.getByLabel('Description')).toHaveValue('Two\nlines')
  })

  test('rule 13.12: a logout leaves no typed text in any tab, and the next login leads to the dashboard', async ({
    page,
    context,
  }) => {
    await logIn(page)
    await page.goto('/admin/settings')
    const other = await context.newPage()
    await other.goto('/admin/settings')
    for (const tab of [page, other]) await tab.getByLabel('Store Name').fill('Private words')
    await page.getByRole('button', { name: 'Logout' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Login' })).toBeVisible()
      const saved = () => tab.evaluate(() => Object.entries({ ...sessionStorage }).join())
      expect(await saved()).not.toContain('Private words')
      expect(await saved()).not.toContain('/admin/settings')
    }
    await logIn(page)
  })

  test('rule 13.12: a page that was opened without a session is opened after the login', async ({
    page,
  }) => {
    await page.goto('/admin')
    await page.goto('/admin/customers?q=khan')
    await expect(page).toHaveURL(/\/admin$/)
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/customers\?q=khan$/)
    await expect(page.getByLabel('Search')).toHaveValue('khan')
  })
})
