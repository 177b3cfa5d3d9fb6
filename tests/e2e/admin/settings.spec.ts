import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test('rules 16.10 and 16.11: settings are saved on this device only', async ({ page }) => {
  await page.goto('/admin/settings')
  const emails = ['Order confirmation emails', 'Status update emails', 'Admin email notifications']
  for (const name of [...emails, 'Dashboard analytics'])
    await expect(page.getByLabel(name)).toBeChecked()
  await expect(page.getByLabel('Allow cancellations')).not.toBeChecked()
  // The client address of the test, which shop-test.ts sends.
  const counted = /^The backend counts your requests under 10\.[\d.]+, read from x-forwarded-for\.$/
  await expect(page.getByText(counted)).toBeVisible()

  await page.getByLabel('Store Name').fill('Another name')
  await page.getByLabel('Description').fill('Oil & <b>combs</b>')
  await page.getByLabel('Allow cancellations').check()
  await page.getByLabel('Status update emails').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Your changes have been saved successfully')).toBeVisible()
  await expect(page.getByText('These settings are kept on this device only.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Store Name')).toHaveValue('Another name')
  await expect(page.getByLabel('Description')).toHaveValue('Oil & <b>combs</b>')
  await expect(page.getByLabel('Allow cancellations')).toBeChecked()
  await expect(page.getByLabel('Status update emails')).not.toBeChecked()

  // What the browser does not store is not called saved.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Store Name').fill('Lost name')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings not saved')).toBeVisible()
  await expect(page.getByText('Settings saved')).toBeHidden()
})
