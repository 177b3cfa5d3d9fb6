/* The page of a batch: its orders, the numbers that come back, and the hand-over (rules 21.11 to 21.16). */
import type { Page } from '@playwright/test'
import { openOrders, recordPrinting, savedOrder, setStatus } from '../support/admin.ts'
import { confirmAll, type OwnShop, orderIn, adminTest as test } from '../support/own-shop.ts'
import { downloadBy, expectAccessible, expectNoOverflow } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
})

test('rules 21.11 to 21.16: numbers come back into a batch, and it is shipped', async ({
  page,
  shop,
}) => {
  const ids = await threeOrders(shop)
  const rows = await openBatch(page)
  const sheet = await rows.getByRole('link').allInnerTexts()
  expect(sheet.toSorted()).toEqual(ids.toSorted())
  await expectNoOverflow(page, [360])

  // A column goes by the order of the sheet, once it is confirmed.
  await page.getByRole('button', { name: 'Paste Numbers' }).click()
  const box = page.getByLabel('Paste what the courier’s page or file shows')
  await expect(box).toBeFocused()
  await box.fill('PX-1000001\nPX-1000002')
  const match = page.getByRole('button', { name: 'Match the Numbers' })
  await match.click()
  const found = page.getByRole('region', { name: 'Numbers that were found' })
  await found.getByLabel('Which one has no number?').selectOption(String(sheet[1]))
  await expect(found.getByRole('listitem')).toHaveCount(2)
  await expect(found.getByRole('listitem').nth(1)).toContainText(String(sheet[2]))
  // What was pasted is still there.
  await found.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toHaveValue('PX-1000001\nPX-1000002')
  await box.fill('PX-1000001\nPX-1000002\nPX-1000003')
  await match.click()
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  const save = found.getByRole('button', { name: 'Save 3 numbers' })
  await expect(save).toBeDisabled()
  await found.getByLabel('These are right, in this order').check()
  // Rule 21.43: one row is left out, and the others stay.
  const third = found.getByRole('checkbox', { name: 'PX-1000003' })
  await third.uncheck()
  await expect(found).toContainText(`1 order stays without a number: ${sheet[2]}.`)
  await expect(found.getByRole('button', { name: 'Save 2 numbers' })).toBeEnabled()
  await third.check()
  await save.click()
  await expect(page.getByText('3 of 3 orders with a new tracking number')).toBeVisible()
  for (const [nth, id] of sheet.entries()) {
    expect(await savedOrder(shop, id)).toMatchObject({
      tracking_number: `PX-100000${nth + 1}`,
      status: 'pending',
    })
  }
  // The result stays with its batch, and the next step closes it.
  const result = page.getByText(/Batch \d+: 3 of 3 orders with a new tracking number/)
  await expect(result).toBeVisible()
  const batch = page.url()
  await page.goto('/admin/orders')
  await expect(page.getByLabel('Select all on this page')).toBeVisible()
  await expect(page.getByText('3 of 3 orders')).toHaveCount(0)
  await page.goto(batch)
  await expect(result).toBeVisible()

  await page.getByRole('button', { name: 'Set Shipped' }).click()
  await expect(result).toHaveCount(0)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 orders become Shipped.')
  await dialog.getByRole('button', { name: 'Ship 3 orders' }).click()
  await expect(page.getByText('3 of 3 orders set to Shipped')).toBeVisible()
  await expect(rows.getByText('Shipped')).toHaveCount(3)
  expect((await savedOrder(shop, String(sheet[2]))).status).toBe('shipped')
})

test('rules 21.11 and 21.14: a cancelled order is named, out of the papers, and gets no number', async ({
  page,
  shop,
}) => {
  const printed = await recordPrinting(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await threeOrders(shop)
  const rows = await openBatch(page)
  const [first = '', cancelled = ''] = await rows.getByRole('link').allInnerTexts()
  await setStatus(shop, cancelled, 'cancelled')
  await page.reload()
  await expect(rows.getByRole('listitem').nth(1)).toContainText('Was cancelled')
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Print Slips' }).click()
  await expect.poll(printed).toBe(1)
  await expect(page.getByRole('alert').filter({ hasText: '1 order left out' })).toContainText(
    `${cancelled}: cancelled`,
  )

  await page.getByRole('button', { name: 'Paste Numbers' }).click()
  const box = page.getByLabel('Paste what the courier’s page or file shows')
  await box.fill(`${first}\tPX-1\n${cancelled}\tPX-2`)
  await page.getByRole('button', { name: 'Match the Numbers' }).click()
  const problems = page.getByRole('list', { name: 'Left out' })
  await expect(problems).toHaveText(`${cancelled} was cancelled: its number PX-2 is left out.`)
  await page.getByRole('button', { name: 'Save 1 number' }).click()
  await expect(page.getByText('1 of 1 orders with a new tracking number')).toBeVisible()
  expect((await savedOrder(shop, first)).tracking_number).toBe('PX-1')
})

async function threeOrders(shop: OwnShop): Promise<string[]> {
  const ids: string[] = []
  for (const nth of [1, 2, 3]) {
    const fullName = nth === 2 ? 'Muhammad Abdul-Rehman Chaudhry'.repeat(3) : 'Sana'
    ids.push(await orderIn(shop, { phone: `0300555100${nth}`, fullName, quantity: nth }))
  }
  await confirmAll(shop)
  return ids
}

/** Makes a sheet of three orders, and opens its batch. */
async function openBatch(page: Page) {
  await openOrders(page, '?stage=to_pack')
  await page.getByRole('button', { name: /^Send 3 with/ }).click()
  const dialog = page.getByRole('dialog')
  await downloadBy(page, () => dialog.getByRole('button', { name: /^Send 3 with/ }).click())
  const rows = page.getByRole('list', { name: 'Orders in the order of the sheet' })
  await expect(rows.getByRole('listitem')).toHaveCount(3)
  return rows
}
