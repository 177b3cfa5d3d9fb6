/* Parcels that come back (rules 22.44, 22.45 and 22.61). */
import type { Page } from '@playwright/test'
import { priceList } from '#product/price-list.ts'
import { savedOrder } from '../support/admin.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { moveParcel, numberOf, parcelsIn, savedStates, withoutMoney } from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

// A machine without a speaker, and scans without a network.
test.use({
  expectedNoise:
    /AudioContext encountered an error|ERR_INTERNET_DISCONNECTED|Error saving a scan|Error fetching a scanned order/,
})

test.beforeEach(({ shop }) => withoutMoney(shop))

test('rules 22.44 and 22.45: six parcels are six scans, by number and by order id; those without a network stay named, and one press sends them', async ({
  context,
  page,
  shop,
}) => {
  const ids = await parcelsIn(shop, 6)
  await page.setViewportSize({ width: 360, height: 740 })
  await openDesk(page)
  const scan = async (code: string) => {
    // As a scanner types.
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const done = (count: number) => page.getByRole('heading', { name: `${count} scans done` })
  for (const [nth, id] of ids.slice(0, 4).entries()) await scan(nth % 2 ? id : numberOf(id))
  await expect(done(4)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await context.setOffline(true)
  const offline = ids.slice(4)
  for (const id of offline) await scan(id)
  const notice = page.getByRole('alert').filter({ hasText: '2 scans had no response' })
  for (const id of offline) await expect(notice).toContainText(id)
  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(done(6)).toBeVisible()
  expect(new Set(await savedStates(shop, ids))).toEqual(new Set(['received_back']))

  const last = String(ids.at(-1))
  await page.getByRole('button', { name: `Undo ${last}` }).click()
  const list = page.getByRole('list', { name: 'Scans, newest first' })
  await expect(list.getByText('Undone')).toBeVisible()
  // The contents as every row says them, and not the whole name of each product.
  const [product] = priceList
  await expect(list.getByRole('listitem').first()).toContainText('1 × ')
  await expect(list).not.toContainText(String(product?.name))
  await expect(done(5)).toBeVisible()
  await expect(field(page)).toBeFocused()
  expect(await savedStates(shop, [last])).toEqual(['handed_over'])
  expect((await savedOrder(shop, last)).status).toBe('shipped')

  await page.getByLabel('Back, damaged').click()
  await expect(field(page)).toBeFocused()
  await scan(last)
  await expect(done(6)).toBeVisible()
  await scan('PX0')
  await expect(page.getByText('No parcel has this number.', { exact: true })).toBeVisible()
  expect(await shop.sql('select order_id from private.parcels where damaged')).toEqual([
    { order_id: last },
  ])
})

test('rules 22.3 and 22.61: what the courier returned is checked in from its list, which Undo takes back, and sent again as another parcel', async ({
  page,
  shop,
}) => {
  const [id = ''] = await parcelsIn(shop, 1)
  await moveParcel(shop, id, 'returned')
  await page.goto('/admin/parcels?list=came-back')
  const row = page.getByRole('list', { name: 'Parcels, oldest first' }).getByRole('listitem')
  await expect(row).toContainText(id)
  // What is not here yet needs no answer, and has one.
  await row.getByRole('button', { name: 'Not here yet' }).click()
  await expect(row).toContainText('It stays in this list')
  expect(await savedStates(shop, [id])).toEqual(['returned'])
  const isHere = row.getByRole('button', { name: 'Back, fine' })
  await isHere.click()
  await expect(row).toContainText('✓ Back, fine')
  await expect(page.getByText('No parcel waits to be checked in.')).toBeVisible()
  expect(await savedStates(shop, [id])).toEqual(['received_back'])
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(isHere).toBeVisible()
  expect(await savedStates(shop, [id])).toEqual(['returned'])
  await isHere.click()
  await expect(row).toContainText('✓ Back, fine')

  await row.getByRole('link', { name: id }).click()
  const parcels = page.getByRole('region', { name: 'Parcel' })
  await expect(parcels).toContainText('Received back')
  await parcels.getByRole('button', { name: 'Undo Received back' }).click()
  await expect(parcels.locator('strong')).toHaveText('Returned')
  expect(await savedStates(shop, [id])).toEqual(['returned'])
  await parcels.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`Order ${id} can be booked again`)).toBeVisible()
  expect(await savedOrder(shop, id)).toMatchObject({
    ...{ status: 'pending', courier: null, tracking_number: null },
  })

  // The form begins anew with the order that is open again.
  const booking = page.getByRole('region', { name: 'Booking' })
  await expect(booking.getByLabel('Outcome')).toBeHidden()
  await booking.getByLabel('Courier').selectOption('TCS')
  await booking.getByRole('button', { name: 'Update Tracking' }).click()
  await expect(booking).toContainText('is not confirmed')
  await booking.getByRole('button', { name: 'Save all the same' }).click()
  await expect(page.getByRole('article', { name: 'Parcel 2' })).toContainText('Booked')
  await expect(page.getByRole('article', { name: 'Parcel 1' })).toContainText('Returned')
})

async function openDesk(page: Page): Promise<void> {
  await page.goto('/admin/scan')
  await expect(field(page)).toBeFocused()
}

function field(page: Page) {
  return page.getByRole('textbox', {
    name: 'Scan or type the number of a slip, or of a parcel that comes back',
  })
}
