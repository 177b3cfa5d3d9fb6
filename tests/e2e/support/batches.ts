/* A batch of a test, as the admin makes one. */
import type { Locator, Page } from '@playwright/test'
import { askToSend } from './admin.ts'
import { confirmAll, type OwnShop, orderIn } from './own-shop.ts'
import { downloadBy } from './page-checks.ts'
import { expect } from './shop-test.ts'

/** Three confirmed orders. The second one has a long name. */
export async function threeOrders(shop: OwnShop): Promise<string[]> {
  const ids: string[] = []
  for (const nth of [1, 2, 3]) {
    const fullName = nth === 2 ? 'Muhammad Abdul-Rehman Chaudhry'.repeat(3) : 'Sana'
    ids.push(await orderIn(shop, { phone: `0300555100${nth}`, fullName, quantity: nth }))
  }
  await confirmAll(shop)
  return ids
}

/** Sends the three orders, and opens their page. Returns its rows. */
export async function openBatch(page: Page, ids: string[]): Promise<Locator> {
  const dialog = await askToSend(page, ids)
  await downloadBy(page, () => dialog.getByRole('button', { name: 'Send 3 with' }).click())
  const rows = page.getByRole('list', { name: 'Orders of these parcels' })
  await expect(rows.getByRole('listitem')).toHaveCount(3)
  return rows
}

/** A step on the page of a batch. */
export function step(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name })
}
