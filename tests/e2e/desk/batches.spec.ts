/* Sending with a courier: what is booked, what the file has, and what is printed. */
import type { Locator, Page } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { settings } from '#config/settings.ts'
import { askToSend, openOrders, recordPrinting, savedOrder } from '../support/admin.ts'
import { step } from '../support/batches.ts'
import { confirmAll, orderIn, adminTest as test } from '../support/own-shop.ts'
import { downloadBy, expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
})

test('rules 15.6 to 15.12: selected orders become a file for a courier', async ({ page, shop }) => {
  const lahore = await orderIn(shop, { fullName: '=cmd', phone: '+92 300 5550001', city: 'lhr' })
  const multan = await orderIn(shop, { phone: '03005550002', city: 'Multan Mandi', quantity: 3 })
  const other = await orderIn(shop, { phone: '03005550003' })
  await confirmAll(shop)
  await shop.sql(
    `insert into private.courier_settings (courier, cities) values ('postex', '["LAHORE", "Multan"]')`,
  )
  const dialog = await askToSend(page, [lahore, multan])
  await dialog.getByRole('button', { name: 'Send 2 with PostEx' }).click()
  await expect(dialog.getByText('The file waits for the city below.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Booked: the file is next' })).toBeVisible()
  await expect(page.getByRole('group', { name: `Multan Mandi ${multan}` })).toBeVisible()
  const city = page.getByLabel('City in the courier’s list')
  await expect(city).toHaveValue('')
  await city.fill('Multan C')
  await page.getByRole('button', { name: 'Make the file' }).click()
  await expect(page.getByText('Please choose a city of the list')).toBeVisible()
  await expect(city).toBeFocused()
  await expectAccessible(dialog)

  // The batch outlives the page, and its file asks for the city again.
  await page.goto('/admin/parcels')
  await expect(page.getByRole('main')).toContainText('○ Printed')
  await page.getByRole('link', { name: /^Parcels of .+, PostEx \(2\)$/ }).click()
  // As long as there is none, its button stands in the steps.
  await page.getByRole('button', { name: 'Get the file for PostEx' }).click()
  await page.getByRole('button', { name: 'Multan', exact: true }).click()
  await expect(city).toHaveValue('Multan')
  const file = await downloaded(page, 'Make the file')
  const start = `${settings.name.toLowerCase()}-postex-batch-`
  expect(file.name.slice(0, start.length)).toBe(start)
  expect(file.name.slice(start.length)).toMatch(/^\d+-\d{4}-\d\d-\d\d\.xlsx$/)
  const [header, ...rows] = file.rows
  expect(header?.slice(0, 2)).toEqual(['Order Reference Number', 'Order Amount'])
  const cells = rows.map(([id, , , name, phone, , city, units]) => [id, name, phone, city, units])
  expect(cells).toEqual([
    [lahore, '=cmd', '03005550001', 'LAHORE', 1],
    [multan, 'Ayesha Khan', '03005550002', 'Multan', 3],
  ])
  expect(await savedOrder(shop, multan)).toMatchObject({ courier: 'postex' })
  expect(await savedOrder(shop, other)).toMatchObject({ courier: null })

  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await page.getByRole('button', { name: 'Undo them' }).click()
  await expect(page.getByText(/^Undone /)).toBeVisible()
  expect(await savedOrder(shop, multan)).toMatchObject({ courier: null })
})

test('rules 15.3, 15.6 and 21.24: a city that the shop does not know is chosen for the file; an order is sent once, unless that is asked for, and printed', async ({
  page,
  shop,
}) => {
  const printed = await recordPrinting(page)
  const fullName = 'Muhammad Abdul-Rehman Chaudhry'.repeat(3)
  const first = await orderIn(shop, { phone: '03005550004', fullName, city: 'Nowhereabad' })
  await confirmAll(shop)
  const dialog = await askToSend(page, [first])
  await dialog.getByRole('button', { name: 'Send 1 with PostEx' }).click()
  // A courier without a list of cities: what the shop does not know is chosen before it stands in the file.
  await expect(dialog.getByLabel('City')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Make the file' }).click()
  await expect(dialog.getByText('Please choose or enter a city')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Nowhereabad, as typed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Lahore' }).click()
  const { rows } = await downloaded(dialog, 'Make the file')
  expect(rows[1]?.[6]).toBe('Lahore')
  await expect(page).toHaveURL(/batch\?id=\d+$/)
  // Nothing that was sent is offered as the next step.
  await openOrders(page)
  await page.getByLabel(`Select order ${first}`).check()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('button', { name: /^Send \d+ with/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send 1 order once more' }).click()
  // The name is remembered.
  expect((await downloaded(dialog, 'Send 1 with PostEx')).rows).toEqual(rows)
  await expect(page).toHaveURL(/batch\?id=\d+$/)

  await page.getByText('Other papers').click()
  await page.getByLabel('Paper').selectOption('Label, 4 × 6 inches')
  await page.getByRole('button', { name: 'Print slips' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText(settings.address)).toHaveCount(1)
  await expect(page.getByText('Courier: PostEx')).toHaveCount(1)
  await expect(page.getByRole('img', { name: `Code of order ${first}` })).toBeVisible()
  expect(await pageSize(page)).toBe('288x432')

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await step(page, 'Printed (done)').locator('summary').click()
  await page.getByRole('button', { name: 'Load sheet' }).click()
  await expect.poll(printed).toBe(2)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row').last()).toContainText('1 parcel')
  await expect(sheet.getByText('Signature of the rider')).toBeVisible()
  // As wide as the paper: the long name takes no room of the order id and of the city.
  await page.setViewportSize({ width: 718, height: 1000 })
  for (const text of [first, 'Nowhereabad'])
    expect(await countLines(sheet.getByText(text, { exact: true }))).toBe(1)
  expect(await pageSize(page)).toBe('595x842')

  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  await step(page, 'Printed').locator('summary').click()
  await expect(page.getByLabel('Paper')).toHaveValue('label')
})

function countLines(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
}

/** The file that a press of this button downloads. */
async function downloaded(place: Page | Locator, button: string) {
  const page = 'page' in place ? place.page() : place
  const press = () => place.getByRole('button', { name: button }).first().click()
  const { name, bytes } = await downloadBy(page, press)
  const [sheet] = await readXlsxFile(bytes)
  return { name, rows: sheet?.data ?? [] }
}

/** Of the first printed page, in points. */
async function pageSize(page: Page): Promise<string> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  return `${Math.round(Number(width))}x${Math.round(Number(height))}`
}
