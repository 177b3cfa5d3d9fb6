/* Rule 20.6: the shop while its database is down. accessibility.spec.ts holds that no other page needs it. */
import type { Locator } from '@playwright/test'
import { DIST } from '#tests/support/built-site.ts'
import { prepareDatabase } from '#tests/support/prepare-database.ts'
import { aFolder, backendOptions } from '#tests/support/shop-server.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import { holdTimeouts, shortenPauses } from '../support/clock.ts'
import { expectOrderRefused, openFilledCheckout, pressPlaceOrder } from '../support/customer.ts'
import { expect, test as shopTest } from '../support/shop-test.ts'

const test = shopTest.extend<object, { closedShop: string }>({
  closedShop: [
    async ({ browserName: _ }, use) => {
      const folder = aFolder('closed-shop')
      await prepareDatabase(folder.path)
      const backend = await openLocalBackend(backendOptions(folder.path))
      await backend.close()
      const site = await startSiteServer({ port: 0, dist: DIST, backend })
      await use(site.url)
      await site.close()
      folder.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ closedShop }, use) => use(closedShop),
})

test.use({ expectedNoise: /Failed to load resource|Error / })

test('D47 the checkout says that the order could not be placed, and an order that could not load is not called missing', async ({
  page,
}) => {
  await shortenPauses(page)
  const expireTimeouts = await holdTimeouts(page)
  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  await expireUntilShown(expireTimeouts, page.getByText('Something went wrong'))
  await expectOrderRefused(page)
  await page.goto('/order/tracking/ABCDEFGH')
  await expireUntilShown(expireTimeouts, page.getByRole('button', { name: 'Retry' }))
  await expect(page.getByText('Order not found')).toHaveCount(0)
})

/** No request gets a response, so each ends by its timeout. */
async function expireUntilShown(expireTimeouts: () => Promise<unknown>, text: Locator) {
  await expect(async () => {
    await expireTimeouts()
    await expect(text).toBeVisible({ timeout: 200 })
  }).toPass()
}
