/* Where the admin was, and what was typed there, is found again. */
import type { Page } from '@playwright/test'
import { otherProduct } from '#tests/support/catalogue.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import {
  endSessionInDatabase,
  listedIds,
  logInAgain,
  openCorrection,
  openHistory,
  openNewOrder,
  openOrders,
  typeLogin,
} from '../support/admin.ts'
import { ordersIn, adminTest as test, test as testWithoutSession } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ expectedNoise: /status of 40[0-9]|Error (fetching|updating|correcting)/ })

const PHONE = { width: 360, height: 740 }

const zainab = () => ({ fullName: 'Zainab Bibi' })
const scrolled = (page: Page) => page.evaluate(() => scrollY)

test('rule 14.25: Back to Orders leads to query, page and position', async ({ page, shop }) => {
  await ordersIn(shop, 35, zainab)
  await page.setViewportSize(PHONE)
  await openOrders(page, '?status=pending')
  await page.getByLabel('Search').fill('zainab')
  await expect(page).toHaveURL(/q=zainab/)
  const older = page.getByRole('button', { name: 'Older' })
  await older.scrollIntoViewIfNeeded()
  await older.click()
  await expect.poll(() => listedIds(page)).toHaveLength(10)
  await expect(page.locator('main [id^=order-]').first()).toBeInViewport()
  const [url, ids] = [page.url(), await listedIds(page)]

  await page.locator('main [id^=order-]').nth(8).scrollIntoViewIfNeeded()
  const position = await scrolled(page)
  expect(position).toBeGreaterThan(200)
  const order = page.locator('main [id^=order-]').nth(8)
  const link = () => page.getByRole('link', { name: 'Back to Orders' }).click()
  for (const [way, back] of [
    [order, link],
    [order, () => page.goBack()],
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

test('rules 4.40, 13.12 and 21.26: a session that is over, or a reload, leads back to what was typed', async ({
  page,
  shop,
}) => {
  const id = await openNewOrder(page, shop)
  const form = await openCorrection(page)
  const key = `${otherProduct.id} ${otherProduct.sizes[0].label}`
  await page.getByLabel('Tracking Number').fill('TCS 77')
  await form.getByLabel('City').fill('Multan')
  await form.getByLabel('City').press('Tab')
  await expect(form.getByLabel('Postal Code')).toHaveValue('60000')
  await form.getByLabel('Product').last().selectOption(key)
  await form.getByLabel('Quantity').nth(1).fill('4')
  await shop.sql('delete from auth.sessions')
  await form.getByRole('button', { name: 'Save Correction' }).click()
  await logInAgain(page)
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page.getByLabel('Tracking Number')).toHaveValue('TCS 77')
  await expect(form.getByLabel('City')).toHaveValue('Multan')
  await expect(form.getByLabel('Product').nth(1)).toHaveValue(key)
  await expect(form.getByLabel('Quantity').nth(1)).toHaveValue('4')
  await form.getByRole('button', { name: 'Save Correction' }).click()
  await expect((await openHistory(page)).getByText('Lahore → Multan')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByLabel('New Note').fill('Call fir')
  await (await openCorrection(page)).getByLabel('City').fill('Sialkot')
  await page.reload()
  // The correction was saved after the number was typed.
  await expect(page.getByText('This order changed since you typed here.')).toBeVisible()
  await expect(page.getByLabel('New Note')).toHaveValue('Call fir')
  await expect(page.getByLabel('Tracking Number')).toHaveValue('TCS 77')
  await expect(form.getByLabel('City')).toHaveValue('Sialkot')
  await page.getByRole('button', { name: 'Discard What I Typed' }).click()
  await expect(page.getByLabel('Tracking Number')).toHaveValue('')
  await expect(page.getByLabel('New Note')).toHaveValue('Call fir')
})

testWithoutSession(
  'rule 13.12: a login leads to the page and position that were left',
  async ({ page, context, shop }) => {
    await ordersIn(shop, 12, zainab)
    await page.setViewportSize(PHONE)
    await page.goto('/admin/orders?q=zainab')
    await expect(page).toHaveURL(/\/admin$/)
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/orders\?q=zainab$/)
    await expect(page.getByLabel('Search')).toHaveValue('zainab')
    await page.locator('main [id^=order-]').nth(8).scrollIntoViewIfNeeded()
    const position = await scrolled(page)
    expect(position).toBeGreaterThan(200)
    await endSessionInDatabase(page, shop)
    await logInAgain(page)
    await expect(page).toHaveURL(/\/admin\/orders\?q=zainab$/)
    await expect.poll(() => scrolled(page)).toBe(position)

    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/admin/settings')
      await tab.getByLabel('Store Name').fill('Private words')
    }
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Login' })).toBeVisible()
      const saved = await tab.evaluate(() => Object.entries({ ...sessionStorage }).join())
      expect(saved).not.toContain('Private words')
      expect(saved).not.toContain('/admin/settings')
    }
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  },
)
