import type { Locator, Page } from '@playwright/test'
import { giftPack, putInCart } from './support/customer.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const ADDED = '1 × Zulf Herbal Hair Oil (100ml) added to your cart'

test('adding shows the whole cart beside the page and says what was added', async ({ page }) => {
  await putInCart(page, [{ ...giftPack, quantity: 2 }])
  await openByAdding(page)
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2)
  await expect(drawer(page).getByText('Zulf Herbal Hair Oil, Gift Pack')).toBeVisible()
  await expect(total(page)).toHaveText('3897.00')
  await expect(page.getByText('Added to cart')).toBeVisible()
  await expect(page.getByText(ADDED)).toBeVisible()
})

test('what was added is announced inside the dialog, where it can be heard', async ({ page }) => {
  await openByAdding(page)
  await expect(drawer(page).getByRole('status').filter({ hasText: ADDED })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: ADDED })).toBeVisible()
})

test('quantities change in the drawer, the sum and the badge with them', async ({ page }) => {
  await openByAdding(page)
  const less = drawer(page).getByRole('button', { name: 'Decrease quantity' })
  const more = drawer(page).getByRole('button', { name: 'Increase quantity' })
  await expect(less).toBeDisabled()
  await more.click()
  await expect(total(page)).toHaveText('1598.00')
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeAttached()
  await less.focus()
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText('799.00')
  await expect(more).toBeFocused()
})

test('a removed line leaves the focus in the drawer, and an empty cart says so', async ({
  page,
}) => {
  await openByAdding(page)
  await drawer(page).getByRole('button', { name: 'Remove Zulf Herbal Hair Oil' }).press('Enter')
  await expect(drawer(page).getByText('Your cart is empty')).toBeVisible()
  await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeHidden()
  await expect(drawer(page).getByRole('heading', { name: 'Your cart' })).toBeFocused()
})

test('Escape closes it and gives the focus back', async ({ page }) => {
  await openByAdding(page)
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(
      () => document.activeElement?.closest('dialog') === null && document.hasFocus(),
    )
    expect(isOutside && (await page.evaluate(() => document.activeElement !== document.body))).toBe(
      false,
    )
  }
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeFocused()
})

test('its button and a press beside it close it, and it opens again', async ({ page }) => {
  await openByAdding(page)
  await drawer(page).getByRole('button', { name: 'Close cart' }).click()
  await expect(drawer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(total(page)).toHaveText('1598.00')
  await page.mouse.click(20, 400)
  await expect(drawer(page)).toBeHidden()
})

test('it leads to the cart and to the checkout', async ({ page }) => {
  await openByAdding(page)
  await drawer(page).getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.goBack()
  await hydrated(page)
  await expect(drawer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await drawer(page).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('it shows what another tab does to the cart', async ({ page, context }) => {
  await openByAdding(page)
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(total(page)).toHaveText('1598.00')
})

test('it says when the store would not take the cart', async ({ page }) => {
  await putInCart(page, [{ ...giftPack, quantity: 1000 }])
  await openByAdding(page)
  await expect(drawer(page).getByRole('alert').filter({ hasText: 'at most 999' })).toBeVisible()
})

test('on a phone it fills the screen, and all of it can be pressed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openByAdding(page)
  for (const control of await drawer(page).locator('button:visible, a:visible').all()) {
    const box = await control.boundingBox()
    expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(320)
  }
  const buttons = drawer(page).locator('button:visible')
  for (const button of await buttons.all()) {
    // Not its box, of which a drawer that still moves gives fractions.
    const height = await button.evaluate((element: HTMLElement) => element.offsetHeight)
    expect(height).toBeGreaterThanOrEqual(44)
  }
})

async function openByAdding(page: Page): Promise<void> {
  await page.goto('/product/zulf-herbal-oil-single')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(drawer(page)).toBeVisible()
}

function drawer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your cart' })
}

function total(page: Page): Locator {
  return drawer(page).locator('[data-drawer-total]')
}
