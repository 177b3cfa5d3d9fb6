import { messageIn, orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

test('rule 12.1: every admin page passes axe and fits every width', async ({ page, shop }) => {
  // Seven pages, each checked by axe at two widths.
  test.slow()
  await orderIn(shop, { fullName: 'Ayesha Khan' })
  const subject = `Order ${'ABCDEFGH'.repeat(20)}`
  await messageIn(shop, subject, 'عائشہ '.repeat(50))
  const check = async () => {
    await expectAccessible(page)
    await expectNoOverflow(page, [320, 1280])
  }
  await page.goto('/admin/dashboard')
  await page.getByText('Show the figures').click()
  await check()
  for (const name of ['Customers', 'Messages', 'Products', 'Settings']) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(`Loading ${name.toLowerCase()}...`)).toBeHidden()
    await check()
    if (name !== 'Messages') continue
    await page.getByText(subject).click()
    await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
    await check()
  }
})

test('rule 12.3: the keyboard skips the menu, goes through it and logs out', async ({ page }) => {
  await page.goto('/admin/settings')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Store Name')).toBeFocused()

  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('the menu marks the current page', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const current = page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current]')
  await expect(current).toHaveText('Dashboard')
  await page.goto('/admin/orders')
  await expect(current).toHaveAccessibleName('Orders')
})
