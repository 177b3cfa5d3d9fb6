import type { Locator, Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { listedIds, openOrders, recordPrinting, setState } from '../support/admin.ts'
import { confirmAll, orderIn, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const PHONE = '0300 1234567'
const SPECIAL = 'Bilal (a,b)*%"\\ Shah'
const SAME_PHONE = 'Another order from this phone within a day.'
const MANY_UNITS = 'More than 10 units in one order.'
const NOT_MOBILE = 'The phone is not a Pakistani mobile number.'

test.use({ expectedNoise: /Error fetching orders|ERR_INTERNET_DISCONNECTED/ })

test('C23 rules 14.1, 14.2, 14.17: a caller is found, and rows have marks', async ({
  page,
  shop,
}) => {
  const marked = await orderIn(shop, { fullName: 'Ayesha Khan', phone: PHONE, quantity: 12 })
  const second = await orderIn(shop, { fullName: 'Bilal Other', phone: '+92 (300) 123-4567' })
  const other = await orderIn(shop, {
    fullName: SPECIAL,
    phone: '042 35761234',
    city: 'Karachi',
  })
  await setState(shop, other, { courier: 'tcs', trackingNumber: '770012345' })
  await openOrders(page)
  for (const form of ['03001234567', '۰۳۰۰ ۱۲۳۴۵۶۷']) {
    await page.getByLabel('Search').fill(form)
    await expect.poll(() => listedIds(page), form).toEqual([second, marked])
  }
  for (const text of ['karach', '70012', other.toLowerCase().slice(2, 7)]) {
    await page.getByLabel('Search').fill(text)
    await expect.poll(() => listedIds(page), text).toEqual([other])
  }
  await page.getByLabel('Search').fill('')
  await expect.poll(() => listedIds(page)).toHaveLength(3)

  const columns =
    'Select all on this page,Order ID,Customer,Phone,City,Contents,Date,Total,Stage,Parcel'
  await expect(page.getByRole('columnheader')).toHaveText(columns.split(','))
  const cells = row(page, other).getByRole('cell')
  const details = await cells.nth(1).getByText('View Details').boundingBox()
  expect(details?.width).toBeGreaterThan(40)
  await expect(cells.nth(3)).toHaveText('04235761234')
  await expect(cells.nth(4)).toHaveText('Karachi')
  await expect(cells.nth(5)).toHaveText(/^1 × /)
  await expect(cells.nth(8)).toHaveText('To ship')
  await expect(cells.nth(9)).toHaveText('TCS 770012345')

  const badge = row(page, marked).locator('summary')
  await expect(badge).toHaveAccessibleName('Same phone Many units')
  await expect(row(page, second).locator('summary')).toHaveAccessibleName('Same phone')
  await expect(row(page, other).locator('summary')).toHaveAccessibleName('Check phone')
  await badge.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(SAME_PHONE).and(page.locator(':visible'))).toHaveCount(1)
  await expect(row(page, marked).getByText(MANY_UNITS)).toBeVisible()
  await badge.press('Escape')
  await expect(row(page, marked).getByText(MANY_UNITS)).toBeHidden()

  // Search and filter are in the URL, and Back undoes the filter.
  await page.getByLabel('Search').fill(SPECIAL.toUpperCase())
  await expect.poll(() => listedIds(page)).toEqual([other])
  await page.getByLabel('Status').selectOption('Shipped')
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
  await page.goBack()
  await expect.poll(() => listedIds(page)).toEqual([other])

  // Without rows there is no next step, but a way back to all.
  for (const stage of ['to_confirm', 'to_pack']) {
    await page.goto(`/admin/orders?stage=${stage}&q=nothing-like-this`)
    await expect(page.getByLabel('Search')).toHaveValue('nothing-like-this')
    await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start' })).toBeHidden()
    await expect(page.getByText('No order is ticked that may leave.')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect.poll(() => listedIds(page)).toHaveLength(3)
})

test('rule 14.1: on a phone an order is two lines, and a long name takes two of its own', async ({
  page,
  shop,
}) => {
  const ids = [
    await orderIn(shop, { fullName: 'Muhammad Abdul Rehman Siddiqui', phone: '+92 300 1234567' }),
    await orderIn(shop, { fullName: 'خ'.repeat(100), phone: '042 35761234', city: 'W'.repeat(50) }),
  ].reverse()
  const parcel = { courier: 'leopards', trackingNumber: 'LE 7700 1234 5678 9000' }
  await setState(shop, ids[0] ?? '', parcel)
  await setState(shop, ids[1] ?? '', { courier: 'tcs' })
  await page.setViewportSize({ width: 360, height: 740 })
  await openOrders(page)
  const rows = page.getByRole('list', { name: 'Orders, newest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const [nth, id] of ids.entries()) {
    const box = await rows.nth(nth).boundingBox()
    expect(box?.height, id).toBeLessThanOrEqual(112)
    expect((box?.y ?? 999) + (box?.height ?? 0), id).toBeLessThanOrEqual(740)
  }
  await expectWhole(rows.last().locator('.line-clamp-2', { hasText: 'Siddiqui' }))
  for (const target of [
    rows.first().getByLabel(`Select order ${ids[0]}`).locator('..'),
    rows.first().locator('summary'),
    page.getByRole('button', { name: 'Refresh' }),
    page.getByLabel('Status'),
  ]) {
    const box = await target.boundingBox()
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expect(rows.last()).toContainText('0300 1234567 · 1 × 100ml · Lahore · ')
  // The phone is not cut, beside a mark neither.
  const facts = rows.first().locator('p.line-clamp-2')
  const endOf = (box: Locator) => box.evaluate((shown) => shown.getBoundingClientRect().bottom)
  expect(await endOf(facts.getByText('04235761234'))).toBeLessThanOrEqual(await endOf(facts))
  await expect(rows.first()).toContainText('Leopards Courier LE 7700 1234 5678 9000')

  // Its stage is long, and cuts nothing.
  await page.setViewportSize({ width: 320, height: 740 })
  await expectWhole(rows.last().locator('p', { hasText: 'Needs its number' }))
  expect((await rows.last().boundingBox())?.height).toBeLessThanOrEqual(112)

  await rows.first().locator('summary').click()
  await expect(page.getByText(NOT_MOBILE)).toBeVisible()
  await expectAccessible(page, [
    [320, 'light'],
    [1000, 'dark'],
  ])
  await rows.first().locator('summary').press('Escape')

  // A press beside the words opens the order too.
  await page.setViewportSize({ width: 360, height: 740 })
  await rows.last().click({ position: { x: 200, y: 60 } })
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${ids[1]}$`))
})

test('rules 14.1 and 16.1: a long name is whole beside its mark, and in the lists of a phone', async ({
  page,
  shop,
}) => {
  const fullName = 'Muhammad Abdul-Rehman Chaudhry'
  const id = await orderIn(shop, { fullName, phone: '042 35761234' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openOrders(page)
  await expect(row(page, id).locator('summary')).toBeVisible()
  await expectWhole(page.getByTitle(fullName))
  expect((await row(page, id).boundingBox())?.height).toBeLessThanOrEqual(41)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(paths.adminDashboard)
  const newest = page.getByRole('list', { name: 'The newest orders' }).getByRole('listitem')
  await expectWhole(newest.locator('.line-clamp-2', { hasText: fullName }))
  await page.goto(paths.adminCustomers)
  await expectWhole(page.locator('.line-clamp-2', { hasText: fullName }))
})

test('rules 15.1 and 15.3: packing slips of found orders are printed', async ({ page, shop }) => {
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  const ids = await ordersIn(shop, 10, (nth) => ({ fullName: `Zainab Bibi ${nth}` }))
  await confirmAll(shop)
  await setState(shop, ids[0] ?? '', { status: 'shipped', trackingNumber: 'TCS 0' })
  const printed = await recordPrinting(page)
  await openOrders(page)
  await page.getByLabel('Search').fill('inab b')
  await expect(page.getByRole('row')).toHaveCount(11)
  expect(await listedIds(page)).toEqual(ids)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('10 orders selected')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  const slips = page.getByRole('button', { name: 'Print packing slips' })
  await slips.click()
  await expect.poll(printed).toBe(1)
  await expect(slips).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(10)
  const slip = page.getByRole('article').first()
  const words = [settings.name, `Order ${ids[0]}`, 'Zainab Bibi 9', 'Amount to collect', 'TCS 0']
  for (const text of words) await expect(slip.getByText(text).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden()
  const paper = await page.pdf({ format: 'A5' })
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(5)

  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('article')).toHaveCount(0)
})

function row(page: Page, id: string) {
  return page.getByRole('row').filter({ has: page.locator(`#order-${id}`) })
}

test('rule 21.25: keys search, go through the rows and tick, but not while something is typed', async ({
  page,
  shop,
}) => {
  const [first, second] = await ordersIn(shop, 2)
  await openOrders(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: `${second} View Details` })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByLabel(`Select order ${second}`)).toBeChecked()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: `${first} View Details` })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('xjk')
  await expect(page.getByLabel('Search')).toHaveValue('xjk')
  await page.getByLabel('Search').fill('')
  await page.getByRole('checkbox', { name: /^Keys/ }).uncheck()
  await page.getByRole('link', { name: `${first} View Details` }).focus()
  await page.keyboard.press('x')
  await expect(page.getByLabel(`Select order ${first}`)).not.toBeChecked()
})

/** Nothing of its text is cut. */
async function expectWhole(text: Locator): Promise<void> {
  const hidden = await text.evaluate((one) => [
    one.scrollHeight - one.clientHeight,
    one.scrollWidth - one.clientWidth,
  ])
  expect(hidden).toEqual([0, 0])
}
