import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { logIn } from './support/admin.ts'
import { orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const views = [
  { width: 320, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

for (const { width, colorScheme } of views) {
  test.describe(`${width} px wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('every page can be read and used by everybody', async ({ page, shop }) => {
      await orderIn(shop, { fullName: 'Ayesha Khan' })
      const subject = `Order ${'ABCDEFGH'.repeat(20)}`
      await shop.transaction((query) =>
        query(
          `insert into private.contact_messages (id, name, email, subject, message)
           values ('a-message-of-somebody', 'Ayesha', 'a@b.c', $1, $2) on conflict do nothing`,
          [subject, 'عائشہ '.repeat(50)],
        ),
      )
      await page.goto('/admin')
      await expectSound(page)
      await logIn(page)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByText('Show the figures').click()
      await expectSound(page)
      for (const name of ['Customers', 'Messages', 'Products', 'Settings']) {
        await page.getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await expect(page.getByText(`Loading ${name.toLowerCase()}...`)).toBeHidden()
        if (name === 'Messages') {
          await expectSound(page)
          await page.getByText(subject).click()
          await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
        }
        await expectSound(page)
      }
    })
  })
}

test('the keyboard alone leads past the menu, through it and out', async ({ page }) => {
  await logIn(page)
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

test('the menu says where one is', async ({ page }) => {
  await logIn(page)
  const current = page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current]')
  await expect(current).toHaveText('Dashboard')
  await page.goto('/admin/orders')
  await expect(current).toHaveText('Orders')
})

/** Fits the window, and axe finds nothing to complain of. */
async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(found, page.url()).toEqual([])
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(tooWide, page.url()).toBeLessThanOrEqual(0)
}
