import { ORDER_HEADER } from '#admin/orders/export/order-rows.ts'
import { settings } from '#config/settings.ts'
import { formatIsoMoment } from '#kit/iso-time.ts'
import { cleanText } from '#kit/text.ts'
import { listedIds, openOrders } from '../support/admin.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { downloadBy } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const BRAND = settings.name.toLowerCase()
const ORDER_ROWS = '**/rest/v1/rpc/admin_whole_orders'
const HOSTILE_NAME = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)> ‏محمد'

test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

test('C24 what the filter finds is a CSV file without formulas', async ({ page, shop }) => {
  const id = await orderIn(shop, { fullName: HOSTILE_NAME, phone: '+92 300 7654321' })
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  const [saved] = await shop.sql(
    `select to_jsonb(date) #>> '{}' as date from public.orders where id = $1`,
    [id],
  )
  await openOrders(page)
  await page.getByLabel('Search').fill('evil.example')
  await expect.poll(() => listedIds(page)).toEqual([id])
  await page.route(ORDER_ROWS, (route) => route.abort())
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('The orders could not be collected.')).toBeVisible()
  await page.unroute(ORDER_ROWS)

  const press = () => page.getByRole('button', { name: 'Export CSV' }).click()
  const { name, bytes } = await downloadBy(page, press)
  expect(name).toMatch(new RegExp(`^${BRAND}-orders-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
  const [header, row, ...end] = text.split('\r\n')
  expect(header).toBe(`\uFEFF${ORDER_HEADER.map((name) => `"${name}"`).join(',')}`)
  expect(row?.slice(0, row.indexOf('"House'))).toBe(
    `"${id}","${formatIsoMoment(String(saved?.['date']))}","Pending","","","",` +
      `"'${cleanText(HOSTILE_NAME).replaceAll('"', '""')}","0300 7654321",`,
  )
  expect(end).toEqual([''])
  await expect(page.getByText('1 order exported.')).toBeVisible()
})
