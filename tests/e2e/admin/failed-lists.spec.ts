/* Pages whose lists could not be loaded. */
import { faults } from '../support/network.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({
  viewport: { width: 360, height: 740 },
  expectedNoise: /Error |Failed to load resource/,
})

test('rule 12.33: one button is filled where nothing could be loaded', async ({ page }) => {
  await page.route('**/rest/v1/rpc/**', faults.refused)
  for (const path of ['dashboard', 'orders', 'parcels', 'money', 'messages', 'customers']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    const filled = page.locator('main :is(a, button).bg-forest:not([aria-pressed])')
    await expect(filled.filter({ visible: true }), path).toHaveCount(1)
  }
})
