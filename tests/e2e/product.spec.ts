import { addedText, product } from '#tests/support/catalogue.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

test('a product page tells what it is, what it costs and how it is rated', async ({ page }) => {
  await page.goto(product.path)
  const main = page.getByRole('main')
  await expect(main.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Products')
  await expect(main.getByText('Hair Oil', { exact: true })).toBeVisible()
  await expect(main).toContainText('4.9 out of 5, 328 reviews')
  await expect(main).toContainText('Regular price 1599.00, sale price 799.00')
  await expect(main.getByText('100% Natural Ingredients')).toBeVisible()
  await expect(main.getByText('Free Shipping on All Orders')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'View All Products' })).toHaveAttribute(
    'href',
    '/products',
  )
})

test('the tabs show How To Use first and follow the arrow keys', async ({ page }) => {
  await page.goto(product.path)
  const use = page.getByRole('tab', { name: 'How To Use' })
  const benefits = page.getByRole('tab', { name: 'Benefits' })
  await expect(use).toHaveAttribute('aria-selected', 'true')
  await use.focus()
  await page.keyboard.press('ArrowRight')
  await expect(benefits).toBeFocused()
  await expect(benefits).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Benefits' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'How To Use' })).toBeHidden()
})

test('the quantity begins at 1, cannot go below and has no ceiling', async ({ page }) => {
  await page.goto(product.path)
  const less = page.getByRole('button', { name: 'Decrease quantity' })
  await expect(less).toBeDisabled()
  for (let press = 0; press < 11; press += 1) {
    await page.getByRole('button', { name: 'Increase quantity' }).click()
  }
  await expect(less).toBeEnabled()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(addedText(product, 12))).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*12/ }).first()).toBeVisible()
})

test('the whole purchase works by keyboard', async ({ page }) => {
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Shop Now' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  await page.getByLabel('Full Name').focus()
  for (const text of [
    'Ayesha Khan',
    'House 7',
    'Lahore',
    'Punjab',
    '54700',
    'Pakistan',
    `03${Date.now()}`.slice(0, 13),
  ]) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/confirmation\//)
})

test('the menu on a phone opens, holds the focus, and closes by Escape back to its button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Shop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(menu).toBeFocused()
})
