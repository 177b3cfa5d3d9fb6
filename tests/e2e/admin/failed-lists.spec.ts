/* Pages whose lists could not be loaded, and pages without a connection. */
import { faults } from '../support/network.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({
  viewport: { width: 360, height: 740 },
  expectedNoise: /Error |Failed to load resource/,
})

test('rule 12.33: one button is filled where nothing could be loaded', async ({ page }) => {
  await page.route('**/rest/v1/rpc/**', faults.refused)
  for (const path of ['dashboard', 'orders', 'money', 'messages']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    const filled = page.locator('main :is(a, button).bg-forest:not([aria-pressed])')
    await expect(filled.filter({ visible: true }), path).toHaveCount(1)
  }
})

test('rule 13.15: a page that loses its connection says so, and stays until there is one', async ({
  page,
  context,
}) => {
  await page.goto('/admin/orders')
  const shown = page.getByText('New orders appear here as they come.')
  await expect(shown).toBeVisible()
  const lost = page.getByRole('alert').filter({ hasText: 'No connection' })
  await context.setOffline(true)
  await lost.getByRole('button', { name: 'Dismiss' }).click()
  await expect(lost).toBeHidden()
  const parcels = page.getByRole('link', { name: 'Parcels' })
  await parcels.click()
  await expect(lost).toBeVisible()
  await expect(shown).toBeVisible()
  await context.setOffline(false)
  await expect(lost).toBeHidden()
  await parcels.click()
  await expect(page).toHaveURL(/\/admin\/parcels$/)
})
