/* Courier sheets: what is booked, what the file has, and what is printed. */
import type { Page } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { settings } from '#config/settings.ts'
import { openBatches, recordPrinting, savedOrder } from '../support/admin.ts'
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
  await confirmAll(shop)
  const other = await orderIn(shop, { phone: '03005550003' })
  await openBatches(page)
  await uploadCities(page, '\uFEFFCity;Zone\r\nLAHORE;A\r\n"Multan";B\r\n')
  await expect(page.getByText('cities.csv has 2 cities, from LAHORE to Multan.')).toBeVisible()
  // A file that is no list of cities changes nothing and says why.
  await uploadCities(page, 'Lahore\n"Multan')
  await expect(page.getByText('Row 2 has a quotation mark that does not close.')).toBeVisible()
  await expect(page.getByText('The city list has 2 names')).toBeVisible()

  await page.getByRole('button', { name: 'Make a sheet of all orders not yet booked' }).click()
  await page.getByRole('button', { name: 'Book 2 orders with PostEx' }).click()
  await expect(page.getByText('Its file waits for the cities below.')).toBeVisible()
  await expect(page.getByRole('group', { name: `Multan Mandi ${multan}` })).toBeVisible()
  const city = page.getByLabel('City in the courier’s list')
  await city.fill('Multan C')
  await page.getByRole('button', { name: 'Make the file' }).click()
  await expect(page.getByText('Please choose a city of the list')).toBeVisible()
  await expect(city).toBeFocused()
  await expectAccessible(page)

  // The batch outlives a reload, and its file asks for the city again.
  await page.reload()
  await page.getByRole('button', { name: 'Download of batch' }).click()
  await city.fill('multan')
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

  // The name is remembered.
  expect((await downloaded(page, 'Download of batch')).rows).toEqual(file.rows)

  await page.getByRole('button', { name: 'Undo of batch' }).click()
  await page.getByRole('button', { name: 'Undo the batch' }).click()
  await expect(page.getByText('is undone. Open again: 2.')).toBeVisible()
  expect(await savedOrder(shop, multan)).toMatchObject({ courier: null })
})

test('rules 15.3 and 15.6: a batch is exported once, and printed', async ({ page, shop }) => {
  const printed = await recordPrinting(page)
  const first = await orderIn(shop, { phone: '03005550004' })
  await confirmAll(shop)
  await openBatches(page)
  const all = page.getByRole('button', { name: 'Make a sheet of all orders not yet booked' })
  await all.click()
  const question = page.getByRole('region', { name: 'Book 1 order with PostEx?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await savedOrder(shop, first)).toMatchObject({ courier: null })
  await all.click()
  expect((await downloaded(page, 'Book 1 order with PostEx')).rows).toHaveLength(2)
  const second = await orderIn(shop, { phone: '03005550005' })
  await confirmAll(shop)
  await all.click()
  const file = await downloaded(page, 'Book 1 order with PostEx')
  expect(file.rows.slice(1).map(([id]) => id)).toEqual([second])
  await openBatches(page)

  await page.getByLabel('Paper').selectOption('Label, 4 × 6 inches')
  await page.getByRole('button', { name: 'Slips of batch' }).first().click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText(settings.address)).toHaveCount(1)
  await expect(page.getByText('Courier: PostEx')).toHaveCount(1)
  await expect(page.getByRole('img', { name: `Code of order ${second}` })).toBeVisible()
  expect(await pageSize(page)).toBe('288x432')

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.getByRole('button', { name: 'Load sheet of batch' }).first().click()
  await expect.poll(printed).toBe(2)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row').last()).toContainText('1 parcel')
  await expect(sheet.getByText('Signature of the rider')).toBeVisible()
  expect(await pageSize(page)).toBe('595x842')

  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  await expect(page.getByLabel('Paper')).toHaveValue('label')
})

test('rule 21.47: before a sheet the page counts what may leave, and names what customers changed', async ({
  page,
  shop,
}) => {
  const [changed, other] = [
    await orderIn(shop, { phone: '03005550006' }),
    await orderIn(shop, { phone: '03005550007' }),
  ]
  await confirmAll(shop)
  const unconfirmed = await orderIn(shop, { phone: '03005550008' })
  await shop.sql(
    `insert into private.order_audit (order_id, actor, before, after)
     values ($1, 'customer', '{"total": 1}', '{"total": 2}')`,
    [changed],
  )
  await openBatches(page)
  await page.getByRole('button', { name: 'Make a sheet of all orders not yet booked' }).click()
  const question = page.getByRole('region', { name: 'Book 1 order with PostEx?' })
  await expect(question).toContainText(`Look at ${changed} first (Ayesha Khan)`)
  await expect(question).toContainText('Include 1 changed by their customers')
  expect(await savedOrder(shop, other)).toMatchObject({ courier: null })
  await expectAccessible(page)
  await page.getByLabel('Include 1 not confirmed').check()
  const file = await downloaded(page, 'Book 2 orders with PostEx')
  expect(file.rows.slice(1).map(([id]) => id)).toEqual([other, unconfirmed])
  expect(await savedOrder(shop, changed)).toMatchObject({ courier: null })
})

async function uploadCities(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('City list, XLSX or CSV')
    .setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** The file that a press of this button downloads. */
async function downloaded(page: Page, button: string) {
  const press = () => page.getByRole('button', { name: button }).first().click()
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
