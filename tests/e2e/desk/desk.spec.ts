/* A morning: forty orders of the queue become parcels of a courier. Every press is counted. */
import type { Locator, Page } from '@playwright/test'
import { recordPrinting } from '../support/admin.ts'
import { confirmAll, type OwnShop, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

const ORDERS = 40
/** Around the run, which has its own. */
const MAX_PRESSES = 12

test('rules 21.1 to 21.16: from the queue to the rider it is at most 12 presses', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
  const printed = await recordPrinting(page)
  await placeConfirmed(shop)
  const presses: string[] = []
  const press = async (target: Locator, what: string) => {
    await target.click()
    presses.push(what)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto('/admin/orders?stage=to_pack')
  await expect(page.locator('main [id^=order-]')).toHaveCount(ORDERS)
  const send = { name: new RegExp(`^Send ${ORDERS} with`) }
  await press(page.getByRole('button', send), 'send')
  const download = page.waitForEvent('download')
  await press(page.getByRole('dialog').getByRole('button', send), 'with the courier')
  await download
  const rows = page.getByRole('list', { name: 'Orders of these parcels' })
  await expect(rows.getByRole('listitem')).toHaveCount(ORDERS)

  await press(button('Print slips'), 'slips')
  await expect.poll(printed).toBe(1)
  await press(page.locator('summary', { hasText: 'Printed' }), 'other papers')
  await press(button('Load sheet'), 'load sheet')
  await expect.poll(printed).toBe(2)
  await press(button('Paste numbers'), 'numbers')
  await expect(page.getByLabel('Paste what the courier’s page or file shows')).toBeFocused()
  await copy(page, await numbersOf(rows))
  await page.keyboard.press('ControlOrMeta+V')
  presses.push('paste')
  await press(button(`Save and ship ${ORDERS}`), 'save and ship')
  await expect(page.getByText(`${ORDERS} to tell`)).toBeVisible()

  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(MAX_PRESSES)
  expect(
    await shop.sql(
      "select count(*)::integer as shipped from public.orders where status = 'shipped' and tracking_number like 'PX-%'",
    ),
  ).toEqual([{ shipped: ORDERS }])
})

/** As the run leaves them. */
async function placeConfirmed(shop: OwnShop): Promise<void> {
  for (let nth = 0; nth < ORDERS; nth += 1) {
    await orderIn(shop, { phone: `0300 66${String(nth).padStart(5, '0')}` })
  }
  await confirmAll(shop)
}

/** What a courier's page shows: a number beside each order id. */
async function numbersOf(rows: Locator): Promise<string> {
  const ids = await rows.getByRole('link').allInnerTexts()
  return ids.map((id, nth) => `${id}\tPX-10000${String(nth).padStart(2, '0')}`).join('\n')
}

function copy(page: Page, text: string): Promise<void> {
  return page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
}
