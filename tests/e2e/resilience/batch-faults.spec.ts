/* The network goes while the numbers of a batch are saved, or its parcels are handed over. */
import type { Page } from '@playwright/test'
import { savedOrder } from '../support/admin.ts'
import { openBatch, step, threeOrders } from '../support/batches.ts'
import { failFirst, faults } from '../support/network.ts'
import { type OwnShop, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ expectedNoise: /Error updating (order status|tracking info)|Failed to load resource/ })

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
})

for (const [when, fault, isSaved] of [
  ['before', faults.refused, false],
  ['after', faults.responseLost, true],
] as const) {
  test(`rule 21.63: a network that goes ${when} numbers or a hand-over are saved loses nothing, and Retry does each once`, async ({
    page,
    shop,
  }) => {
    const ids = await threeOrders(shop)
    await openBatch(page, ids)
    await page.getByRole('button', { name: 'Paste numbers' }).click()
    await page
      .getByLabel('Paste what the courier’s page or file shows')
      .fill(ids.map((id) => `${id}\t${numberFor(id)}`).join('\n'))
    await page.getByRole('button', { name: 'Match the Numbers' }).click()

    await expectLost(page, fault, 'Save 3 numbers')
    expect(await savedParts(shop, ids, 'tracking_number')).toEqual(
      ids.map((id) => (isSaved ? numberFor(id) : null)),
    )
    await page.getByRole('button', { name: 'Retry 3 orders' }).click()
    await expect(step(page, 'Numbers')).toContainText('(done)')
    expect(await savedParts(shop, ids, 'tracking_number')).toEqual(ids.map(numberFor))

    await expectLost(page, fault, 'Ship 3 orders')
    const status = isSaved ? 'shipped' : 'pending'
    expect(await savedParts(shop, ids, 'status')).toEqual([status, status, status])
    await page.getByRole('button', { name: 'Retry 3 orders' }).click()
    await expect(step(page, 'Shipped')).toContainText('(done)')
    expect(await savedParts(shop, ids, 'status')).toEqual(['shipped', 'shipped', 'shipped'])
    // Numbers and hand-over, once each.
    expect(
      await shop.sql("select from private.acts where act = 'book' and orders && $1", [ids]),
    ).toHaveLength(2)
  })
}

/** The press has no response. The page says so, also after a reload, and has one filled button: Retry. */
async function expectLost(
  page: Page,
  fault: (typeof faults)[keyof typeof faults],
  press: string,
): Promise<void> {
  await failFirst(page, '**/rest/v1/rpc/admin_act', fault)
  await page.getByRole('button', { name: press }).click()
  const lost = page.getByRole('alert').filter({ hasText: 'no response: it may be changed or not' })
  await expect(lost.getByRole('listitem')).toHaveCount(3)
  await page.reload()
  await expect(lost.getByRole('listitem')).toHaveCount(3)
  await expect(page.locator('main .bg-forest')).toHaveText(['Retry 3 orders'])
}

function numberFor(id: string): string {
  return `PX-${id}`
}

async function savedParts(
  shop: OwnShop,
  ids: readonly string[],
  part: 'status' | 'tracking_number',
): Promise<unknown[]> {
  return Promise.all(ids.map(async (id) => (await savedOrder(shop, id))[part]))
}
