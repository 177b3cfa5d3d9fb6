import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Download, Page } from '@playwright/test'
import { formatMoment } from '#shared/dates.ts'
import { orderIn, test } from './support/own-shop.ts'
import { catchPrinting, enter, keptOrder, listedIds, openOrders } from './support/owners-desk.ts'
import { expect } from './support/shop-test.ts'

const ORDERS_CALL = '**/rest/v1/rpc/admin_orders'
const ORDER_ROWS = '**/rest/v1/orders?*'
const STRANGE_NAME = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)> ‏محمد'

test('an owner finds orders by a name, ships ten with tracking numbers and prints their slips', async ({
  page,
  shop,
}) => {
  await orderIn(shop, { fullName: 'Somebody Else' })
  const ids: string[] = []
  for (let nth = 0; nth < 10; nth += 1) {
    ids.unshift(await orderIn(shop, { fullName: `Zainab Bibi ${nth}` }))
  }
  const printed = await catchPrinting(page)
  await openOrders(page, shop)
  await page.getByLabel('Search').fill('inab b')
  await expect(page.getByRole('row')).toHaveCount(11)
  expect(await listedIds(page)).toEqual(ids)

  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('10 orders selected')).toBeVisible()
  await page.getByText('Tracking numbers (optional)').click()
  for (const [nth, id] of ids.entries()) {
    await page.getByLabel(`Tracking number for ${id}`).fill(`TCS ${nth}`)
  }
  await page.getByRole('button', { name: 'Update 10 orders' }).click()
  await expect(page.getByText('10 of 10 orders set to Shipped')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Shipped' })).toHaveCount(10)
  await expect(page.getByRole('option', { name: 'Shipped (10)' })).toBeAttached()
  for (const [nth, id] of ids.entries()) {
    expect(await keptOrder(shop, id)).toMatchObject({
      status: 'shipped',
      tracking_number: `TCS ${nth}`,
      tracking_history: [
        { status: 'pending', by: 'shopper' },
        { status: 'shipped', by: 'admin', trackingNumber: `TCS ${nth}` },
      ],
    })
  }

  await page.getByRole('button', { name: 'Print packing slips' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(10)
  const slip = page.getByRole('article').first()
  for (const text of ['Zulf', `Order ${ids[0]}`, 'Zainab Bibi 9', 'Amount to collect', 'TCS 0']) {
    await expect(slip.getByText(text).first()).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden()
  const paper = await page.pdf({ format: 'A5' })
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(10)

  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('orders selected')).toBeHidden()
})

test('every one of 60 orders is seen once, down and up again', async ({ page, shop }) => {
  const ids: string[] = []
  for (let nth = 0; nth < 60; nth += 1) ids.unshift(await orderIn(shop))
  await openOrders(page, shop)
  const older = page.getByRole('button', { name: 'Older' })
  const newer = page.getByRole('button', { name: 'Newer' })
  const pages = [ids.slice(0, 25), ids.slice(25, 50), ids.slice(50)]

  await expect.poll(() => listedIds(page)).toEqual(pages[0])
  await expect(newer).toBeDisabled()
  for (const wanted of pages.slice(1)) {
    await older.click()
    await expect.poll(() => listedIds(page)).toEqual(wanted)
  }
  await expect(older).toBeDisabled()
  await page.reload()
  await expect.poll(() => listedIds(page)).toEqual(pages[2])
  await newer.click()
  await expect.poll(() => listedIds(page)).toEqual(pages[1])
  const late = await orderIn(shop)
  await newer.click()
  await expect.poll(() => listedIds(page)).toEqual(pages[0])
  await newer.click()
  await expect.poll(() => listedIds(page)).toEqual([late, ...ids.slice(0, 24)])
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await page.goBack()
  await expect.poll(() => listedIds(page)).toEqual(pages[0])
})

test('search and filter live in the address, and Back undoes the filter', async ({
  page,
  shop,
}) => {
  const wanted = await orderIn(shop, { fullName: 'Bilal (a,b)*%"\\ Shah' })
  await orderIn(shop, { fullName: 'Bilal Other' })
  await openOrders(page, shop)
  await page.getByLabel('Search').fill('BILAL (A,B)*%"\\')
  await expect.poll(() => listedIds(page)).toEqual([wanted])
  await page.getByLabel('Status').selectOption('Shipped (0)')
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
  await page.goBack()
  await expect.poll(() => listedIds(page)).toEqual([wanted])
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('BILAL (A,B)*%"\\')
  await expect.poll(() => listedIds(page)).toEqual([wanted])

  await page.getByLabel('Search').fill(wanted.toLowerCase().slice(2, 7))
  await expect.poll(() => listedIds(page)).toEqual([wanted])
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${wanted}$`))
})

test('an answer that comes late does not overwrite a newer one', async ({ page, shop }) => {
  const wanted = await orderIn(shop, { fullName: 'Wanted Person' })
  await orderIn(shop, { fullName: 'Another Person' })
  await openOrders(page, shop)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(ORDERS_CALL, async (route) => {
    if (route.request().postData()?.includes('"person"')) await released
    await route.continue()
  })
  const slowQuestion = page.waitForRequest((request) => request.url().includes('admin_orders'))
  await page.getByLabel('Search').fill('person')
  await slowQuestion
  await page.getByLabel('Search').fill('wanted')
  await expect.poll(() => listedIds(page)).toEqual([wanted])
  const slowAnswer = page.waitForResponse((answer) =>
    Boolean(answer.request().postData()?.includes('"person"')),
  )
  release()
  await slowAnswer
  expect(await listedIds(page)).toEqual([wanted])
})

test.describe('what the filter finds is taken away', () => {
  test('as a table that no spreadsheet takes for formulas', async ({ page, shop }) => {
    const strange = await orderIn(shop, { fullName: STRANGE_NAME, phone: '+92 300 7654321' })
    await orderIn(shop, { fullName: 'Somebody Else' })
    const { date } = await dateOf(page, shop, strange)
    await page.getByLabel('Search').fill('evil.example')
    await expect.poll(() => listedIds(page)).toEqual([strange])
    const file = await download(page, 'Export CSV')
    expect(file.name).toMatch(/^zulf-orders-\d{4}-\d\d-\d\d\.csv$/)
    const [header, row, end] = file.text.split('\r\n')
    expect(header).toBe(
      '\uFEFF"Order ID","Date","Status","Customer","Phone","Address","City","State","Postal Code",' +
        '"Country","Items","Pieces","Total","Payment Method","Tracking Number","Estimated Delivery"',
    )
    expect(row?.slice(0, row.indexOf('"House'))).toBe(
      `"${strange}","${formatMoment(date)}","Pending",` +
        `"'${STRANGE_NAME.replaceAll('"', '""')}","'+92 300 7654321",`,
    )
    expect(end).toBe('')
    await expect(page.getByText('1 order exported.')).toBeVisible()
  })

  test('as a courier sheet, all pages of it', async ({ page, shop }) => {
    for (let nth = 0; nth < 30; nth += 1) {
      await orderIn(shop, {
        fullName: `Parcel ${nth}`,
        phone: `0300 55500${10 + nth}`,
        quantity: 2,
      })
    }
    await openOrders(page, shop)
    const file = await download(page, 'Courier sheet')
    expect(file.name).toMatch(/^zulf-courier-\d{4}-\d\d-\d\d\.csv$/)
    const ids = await shop.transaction((query) =>
      query('select id from public.orders order by date desc, id desc'),
    )
    const rows = ids.map(
      ({ id }, index) =>
        `"Parcel ${29 - index}","030055500${39 - index}","Lahore",` +
        `"House 7, Street 3, Model Town, Punjab 54700","1598.00","2","${id}"\r\n`,
    )
    const header =
      '\uFEFF"Name","Phone","City","Address","Amount to Collect","Pieces","Reference"\r\n'
    expect(file.text).toBe(header + rows.join(''))
  })
})

test.describe('on a bad day', () => {
  test.use({
    expectedNoise: /Error (fetching orders|updating order status)|Failed to load resource/,
  })

  test('a list that cannot be loaded says so and comes on Retry', async ({ page, shop }) => {
    const id = await orderIn(shop)
    await enter(page, shop)
    await page.route(ORDERS_CALL, (route) => route.abort())
    await page.goto('/admin/orders')
    await expect(page.getByText('The orders could not be loaded.')).toBeVisible()
    await page.unroute(ORDERS_CALL)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => listedIds(page)).toEqual([id])
  })

  test('orders that were not changed are named, and sent again alone', async ({ page, shop }) => {
    const [lost, sent] = [await orderIn(shop), await orderIn(shop)]
    await openOrders(page, shop)
    await page.getByLabel('Select all on this page').check()
    await page.getByLabel('New status').selectOption('Delivered')
    await page.route(ORDER_ROWS, (route) =>
      route.request().url().includes(lost) ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Update 2 orders' }).click()
    await expect(page.getByText('1 of 2 orders set to Delivered')).toBeVisible()
    const failed = page.getByRole('alert').filter({ hasText: 'Not saved:' })
    await expect(failed).toContainText(`${lost}Ayesha Khanno answer from the store`)
    await expect(failed).not.toContainText(sent)
    await page.unroute(ORDER_ROWS)
    await page.getByRole('button', { name: 'Retry 1 order' }).click()
    await expect(page.getByText('2 of 2 orders set to Delivered')).toBeVisible()
    expect((await keptOrder(shop, lost)).status).toBe('delivered')
    expect((await keptOrder(shop, sent)).tracking_history).toHaveLength(2)
  })

  test('half a table is not handed over', async ({ page, shop }) => {
    await orderIn(shop)
    await openOrders(page, shop)
    await page.route(ORDER_ROWS, (route) => route.abort())
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('The orders could not be collected.')).toBeVisible()
    await page.unroute(ORDER_ROWS)
    const file = await downloaded(page, () => page.getByRole('button', { name: 'Retry' }).click())
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(2)
  })
})

test('new orders are announced, and shown when the owner wants them', async ({ page, shop }) => {
  await page.clock.install()
  const old = await orderIn(shop)
  await openOrders(page, shop)
  const title = await page.title()
  await expect.poll(() => listedIds(page)).toEqual([old])
  const ids = [await orderIn(shop), await orderIn(shop)].reverse()
  await page.clock.runFor(30_000)
  await expect(page.getByText('2 new orders')).toBeVisible()
  expect(await page.title()).toBe(`(2) ${title}`)
  expect(await listedIds(page)).toEqual([old])
  await page.getByRole('button', { name: 'Show new orders' }).click()
  await expect.poll(() => listedIds(page)).toEqual([...ids, old])
  await expect(page.getByText('new orders', { exact: false })).toHaveCount(1)
  expect(await page.title()).toBe(title)
})

test('sound for new orders is off until it is wanted, and that is remembered', async ({
  page,
  shop,
}) => {
  await openOrders(page, shop)
  const sound = page.getByLabel('Sound for new orders')
  await expect(sound).not.toBeChecked()
  await sound.check()
  await page.reload()
  await expect(sound).toBeChecked()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`strange and endless names break nothing on a small ${colorScheme} screen`, async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop, { fullName: STRANGE_NAME })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route(ORDERS_CALL, async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      const endless = { ...list.orders[0], id: 'ENDLESSS', fullName: 'گ'.repeat(10_000) }
      await route.fulfill({
        response: answer,
        json: { ...list, orders: [...list.orders, endless] },
      })
    })
    await openOrders(page, shop)
    await expect(page.getByText(STRANGE_NAME)).toBeVisible()
    await page.getByLabel(`Select order ${id}`).check()
    await page.getByLabel('Select order ENDLESSS').check()
    await page.getByText('Tracking numbers (optional)').click()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
}

async function dateOf(page: Page, shop: Parameters<typeof keptOrder>[0], id: string) {
  await openOrders(page, shop)
  const [row] = await shop.transaction((query) =>
    query(`select to_jsonb(date) #>> '{}' as date from public.orders where id = $1`, [id]),
  )
  return { date: String(row?.['date']) }
}

function download(page: Page, button: string) {
  return downloaded(page, () => page.getByRole('button', { name: button }).click())
}

async function downloaded(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await press()
  const file: Download = await coming
  return {
    name: file.suggestedFilename(),
    text: new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(
      readFileSync(await file.path()),
    ),
  }
}
