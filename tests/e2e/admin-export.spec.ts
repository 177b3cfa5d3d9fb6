import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { formatMoment } from '#shared/dates.ts'
import { price, product } from '#tests/support/catalogue.ts'
import { listedIds, openOrders } from './support/admin.ts'
import { type OwnShop, orderIn, adminTest as test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const BRAND = settings.name.toLowerCase()
const ORDER_ROWS = '**/rest/v1/orders?*'
const HOSTILE_NAME = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)> ‏محمد'

test.describe('what the filter finds is exported', () => {
  test('C24 as a CSV file without formulas', async ({ page, shop }) => {
    const id = await orderIn(shop, { fullName: HOSTILE_NAME, phone: '+92 300 7654321' })
    await orderIn(shop, { fullName: 'Bilal Ahmed' })
    const date = await dateOf(shop, id)
    await openOrders(page)
    await page.getByLabel('Search').fill('evil.example')
    await expect.poll(() => listedIds(page)).toEqual([id])
    const file = await download(page, 'Export CSV')
    expect(file.name).toMatch(new RegExp(`^${BRAND}-orders-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const [header, row, end] = file.text.split('\r\n')
    expect(header).toBe(
      '\uFEFF"Order ID","Date","Status","Customer","Phone","Address","City","State","Postal Code",' +
        '"Country","Items","Pieces","Total","Payment Method","Tracking Number","Estimated Delivery"',
    )
    expect(row?.slice(0, row.indexOf('"House'))).toBe(
      `"${id}","${formatMoment(date)}","Pending",` +
        `"'${HOSTILE_NAME.replaceAll('"', '""')}","'+92 300 7654321",`,
    )
    expect(end).toBe('')
    await expect(page.getByText('1 order exported.')).toBeVisible()
  })

  test('as a courier sheet, over all pages', async ({ page, shop }) => {
    for (let nth = 0; nth < 30; nth += 1) {
      await orderIn(shop, {
        fullName: `Parcel ${nth}`,
        phone: `0300 55500${10 + nth}`,
        quantity: 2,
      })
    }
    await openOrders(page)
    const file = await download(page, 'Courier sheet')
    expect(file.name).toMatch(new RegExp(`^${BRAND}-courier-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const ids = await shop.transaction((query) =>
      query('select id from public.orders order by date desc, id desc'),
    )
    const rows = ids.map(
      ({ id }, index) =>
        `"Parcel ${29 - index}","030055500${39 - index}","Lahore",` +
        `"House 7, Street 3, Model Town, Punjab 54700","${price(product, 2)}","2","${id}"\r\n`,
    )
    const header =
      '\uFEFF"Name","Phone","City","Address","Amount to Collect","Pieces","Reference"\r\n'
    expect(file.text).toBe(header + rows.join(''))
  })
})

test.describe('while the network fails', () => {
  test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

  test('an incomplete file is not offered', async ({ page, shop }) => {
    await orderIn(shop)
    await openOrders(page)
    await page.route(ORDER_ROWS, (route) => route.abort())
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('The orders could not be collected.')).toBeVisible()
    await page.unroute(ORDER_ROWS)
    const file = await downloaded(page, () => page.getByRole('button', { name: 'Retry' }).click())
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(2)
  })
})

async function dateOf(shop: OwnShop, id: string): Promise<string> {
  const [row] = await shop.transaction((query) =>
    query(`select to_jsonb(date) #>> '{}' as date from public.orders where id = $1`, [id]),
  )
  return String(row?.['date'])
}

function download(page: Page, button: string) {
  return downloaded(page, () => page.getByRole('button', { name: button }).click())
}

async function downloaded(page: Page, press: () => Promise<void>) {
  const pending = page.waitForEvent('download')
  await press()
  const file: Download = await pending
  return {
    name: file.suggestedFilename(),
    text: new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(
      readFileSync(await file.path()),
    ),
  }
}
