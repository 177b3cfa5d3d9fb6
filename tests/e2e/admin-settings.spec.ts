import { logIn } from './support/admin.ts'
import { test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

test.beforeEach(async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/settings')
})

test('the toggles begin as the spec says', async ({ page }) => {
  for (const name of [
    'Order confirmation emails',
    'Status update emails',
    'Admin email notifications',
    'Dashboard analytics',
  ]) {
    await expect(page.getByLabel(name)).toBeChecked()
  }
  await expect(page.getByLabel('Allow cancellations')).not.toBeChecked()
})

test('what is saved is there again, on this device, as the page says', async ({ page }) => {
  await page.getByLabel('Store Name').fill('Zulf of Lahore')
  await page.getByLabel('Description').fill('Oil & <b>patience</b>')
  await page.getByLabel('Allow cancellations').check()
  await page.getByLabel('Status update emails').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Your changes have been saved successfully')).toBeVisible()
  await expect(page.getByText('These settings are kept on this device only.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Store Name')).toHaveValue('Zulf of Lahore')
  await expect(page.getByLabel('Description')).toHaveValue('Oil & <b>patience</b>')
  await expect(page.getByLabel('Allow cancellations')).toBeChecked()
  await expect(page.getByLabel('Status update emails')).not.toBeChecked()
})

test('settings that cannot be kept are not called saved', async ({ page }) => {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings not saved')).toBeVisible()
  await expect(page.getByText('Settings saved')).toBeHidden()
})

test('the page says under which address the backend counts the admin', async ({ page }) => {
  // The test's own address, as tests/e2e/support sends it.
  await expect(
    page.getByText(
      /^The backend counts your requests under 10\.[\d.]+, read from x-forwarded-for\.$/,
    ),
  ).toBeVisible()
})
