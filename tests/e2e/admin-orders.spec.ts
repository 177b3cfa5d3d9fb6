import { settings } from '#config/settings.ts'
import { listedIds, openOrders, recordPrinting, setState } from './support/admin.ts'
import { orderIn, ordersIn, adminTest as test } from './support/own-shop.ts'
import { expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const ORDERS_CALL = '**/rest/v1/rpc/admin_orders'
const HOSTILE_NAME = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)> ‏محمد'

test('rules 15.1 and 15.3: the admin finds orders by name, and prints their packing slips', async ({
  page,
  shop,
}) => {
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  const ids = await ordersIn(shop, 10, (nth) => ({ fullName: `Zainab Bibi ${nth}` }))
  await setState(shop, ids[0] ?? '', { status: 'shipped', trackingNumber: 'TCS 0' })
  const printed = await recordPrinting(page)
  await openOrders(page)
  await page.getByLabel('Search').fill('inab b')
  await expect(page.getByRole('row')).toHaveCount(11)
  expect(await listedIds(page)).toEqual(ids)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('10 orders selected')).toBeVisible()
  const slips = page.getByRole('button', { name: 'Print packing slips' })
  await slips.click()
  await expect.poll(printed).toBe(1)
  await expect(slips).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(10)
  const slip = page.getByRole('article').first()
  for (const text of [
    settings.name,
    `Order ${ids[0]}`,
    'Zainab Bibi 9',
    'Amount to collect',
    'TCS 0',
  ]) {
    await expect(slip.getByText(text).first()).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden()
  const paper = await page.pdf({ format: 'A5' })
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(5)

  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('article')).toHaveCount(0)
})

test('rule 14.1: paging shows each of 52 orders once, in both directions', async ({
  page,
  shop,
}) => {
  const ids = await ordersIn(shop, 52)
  await openOrders(page)
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

test('C23 search and filter are in the URL, and Back undoes the filter', async ({ page, shop }) => {
  const wanted = await orderIn(shop, { fullName: 'Bilal (a,b)*%"\\ Shah' })
  await orderIn(shop, { fullName: 'Bilal Other' })
  await openOrders(page)
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

test('rule 14.5: new orders are announced, and the list does not move by itself', async ({
  page,
  shop,
}) => {
  await page.clock.install()
  const old = await orderIn(shop)
  await page.setViewportSize({ width: 360, height: 740 })
  await openOrders(page)
  const title = await page.title()
  await expect.poll(() => listedIds(page)).toEqual([old])
  const list = page.getByLabel('Select all on this page')
  const place = await list.boundingBox()
  const ids = await ordersIn(shop, 2)
  await page.clock.fastForward(30_000)
  const show = page.getByRole('button', { name: 'Show 2 new orders' })
  await expect(show).toBeVisible()
  expect(await list.boundingBox()).toEqual(place)
  expect(await page.title()).toBe(`(2) ${title}`)
  expect(await listedIds(page)).toEqual([old])
  await show.click()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
  await expect.poll(() => listedIds(page)).toEqual([...ids, old])
  await expect(page.getByText('new orders', { exact: false })).toHaveCount(1)
  expect(await page.title()).toBe(title)
})

test('rule 14.5: the sound for new orders is off at first, and the choice is saved', async ({
  page,
}) => {
  await openOrders(page)
  const sound = page.getByLabel('Sound for new orders')
  await expect(sound).not.toBeChecked()
  await sound.check()
  await page.reload()
  await expect(sound).toBeChecked()
})

test('hostile names and names of 10,000 letters fit a small screen', async ({ page, shop }) => {
  const id = await orderIn(shop, { fullName: HOSTILE_NAME })
  await page.route(ORDERS_CALL, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    const endless = { ...list.orders[0], id: 'ENDLESSS', fullName: 'گ'.repeat(10_000) }
    await route.fulfill({ response, json: { ...list, orders: [...list.orders, endless] } })
  })
  await openOrders(page)
  await expect(page.getByText(HOSTILE_NAME)).toBeVisible()
  await page.getByLabel(`Select order ${id}`).check()
  await page.getByLabel('Select order ENDLESSS').check()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Tracking numbers' }).click()
  await expectNoOverflow(page, [360])
})
