/* The network goes while the numbers of a batch are saved, or its parcels are handed over. */
import type { Page } from '@playwright/test'
import { savedOrder } from '../support/admin.ts'
import { openBatch, step, threeOrders } from '../support/batches.ts'
import { failFirst, faults } from '../support/network.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ expectedNoise: /Error updating (order status|tracking info)|Failed to load resource/ })

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
})

test('rule 21.63: what loses its response on the page of a batch is named, also after a reload, and Retry does it once', async ({
  page,
  shop,
}) => {
  const ids = await threeOrders(shop)
  await openBatch(page, ids)
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  await page
    .getByLabel('Paste what the courier’s page or file shows')
    .fill(ids.map((id) => `${id}\tPX-${id}`).join('\n'))
  await page.getByRole('button', { name: 'Match the Numbers' }).click()
  await retryLost(page, 'Save 3 numbers')
  await expect(step(page, 'Numbers')).toContainText('(done)')
  await retryLost(page, 'Ship 3 orders')
  await expect(step(page, 'Shipped')).toContainText('(done)')
  for (const id of ids)
    expect(await savedOrder(shop, id)).toMatchObject({
      status: 'shipped',
      tracking_number: `PX-${id}`,
    })
  // Numbers and hand-over, once each.
  expect(
    await shop.sql("select from private.acts where act = 'book' and orders && $1", [ids]),
  ).toHaveLength(2)
})

/** The page says it, also after a reload, and has one filled button: Retry. */
async function retryLost(page: Page, press: string): Promise<void> {
  await failFirst(page, '**/rest/v1/rpc/admin_act', faults.responseLost)
  await page.getByRole('button', { name: press }).click()
  const lost = page.getByRole('alert').filter({ hasText: 'no response: it may be changed or not' })
  await expect(lost.getByRole('listitem')).toHaveCount(3)
  await expect(lost).toContainText('May be saved or not:')
  await page.reload()
  await expect(lost.getByRole('listitem')).toHaveCount(3)
  await expect(page.locator('main .bg-forest')).toHaveText(['Retry 3 orders'])
  await page.getByRole('button', { name: 'Retry 3 orders' }).click()
}
