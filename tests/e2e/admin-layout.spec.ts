import { messageIn, orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

test('rules 12.1 and 12.3: every admin page passes axe, fits and is marked', async ({
  page,
  shop,
}) => {
  // Five pages, each checked by axe at two widths.
  test.slow()
  await orderIn(shop, { fullName: 'W'.repeat(100), city: 'W'.repeat(50) })
  const subject = `Order ${'ABCDEFGH'.repeat(20)}`
  await messageIn(shop, subject, 'عائشہ '.repeat(50))
  const current = page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current]')
  await page.goto('/admin/dashboard')
  await expect(current).toHaveText('Dashboard')
  await page.getByText('Show the figures').click()
  for (const name of ['Customers', 'Messages', 'Products', 'Settings', '']) {
    await expectAccessible(page)
    if (!name) break
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(current).toContainText(name)
    await expect(page.getByText(`Loading ${name.toLowerCase()}...`)).toBeHidden()
    if (name !== 'Messages') continue
    await page.getByText(subject).click()
    await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
  }

  // The keyboard skips the menu, or goes through it. keyboard.spec.ts logs out by it.
  await page.reload()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Store Name')).toBeFocused()
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused()
})
