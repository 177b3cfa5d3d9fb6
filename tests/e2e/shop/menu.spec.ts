/* The menu of small screens. */
import { expect, test } from '../support/shop-test.ts'

// Wider than the menu, so that there is something beside it.
test.use({ viewport: { width: 600, height: 900 }, reducedMotion: 'no-preference' })

test('the menu closes by Escape, its button and a press beside it, the focus returns, and where the screen becomes wide or the page is left', async ({
  page,
}) => {
  await page.goto('/about')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => menu.getByRole('button', { name: 'Close menu' }).click(),
    () => page.mouse.click(20, 400),
  ]) {
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(menu).toBeVisible()
    await expect(page.locator('[data-menu-button]')).toHaveAttribute('aria-expanded', 'true')
    await menu.getByRole('navigation').click({ position: { x: 1, y: 1 } })
    // Below its content.
    await page.mouse.click(500, 890)
    await expect(menu).toBeVisible()
    await close()
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  }

  await button.click()
  // The bar has all links in one line, from its first width on.
  await page.setViewportSize({ width: 769, height: 780 })
  await expect(menu).toBeHidden()
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Find Order' })).toBeInViewport()
  expect((await bar.boundingBox())?.height).toBeLessThan(50)

  await page.setViewportSize({ width: 600, height: 780 })
  await button.click()
  await expect(menu).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(menu).toBeHidden()
})

test.describe('without its script', () => {
  test.use({ javaScriptEnabled: false })

  test('the button opens the menu by itself', async ({ page }) => {
    await page.goto('/about')
    // Where scripts are off, the page shows its links in place of the button.
    await page.locator('[data-menu-button]').dispatchEvent('click')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})
