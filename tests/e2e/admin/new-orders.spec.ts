import { countsOrders, listedIds, openOrder, openOrders, POLL_MS } from '../support/admin.ts'
import { orderIn, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { dataLoaded, slowData } from '../support/page-checks.ts'
import { expect, hydrated } from '../support/shop-test.ts'

test('rule 14.5: new orders are announced on every page', async ({ page, context, shop }) => {
  const old = await orderIn(shop)
  const badge = page.getByRole('link', { name: /^Orders \d+ new$/ })
  await page.clock.install()
  await slowData(page)
  await openOrder(page, old)
  await countsOrders(page)
  // A request that is still on its way would time out by the clock.
  await dataLoaded(page)
  const ids = [await orderIn(shop), old]
  await page.clock.fastForward(POLL_MS)
  await expect(badge).toHaveAccessibleName('Orders 1 new')
  await expect(page.getByRole('status').filter({ hasText: '1 new order' })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) Settings/)
  // A request that is still on its way would time out by the clock.
  await hydrated(page)
  await dataLoaded(page)

  // The list of another tab clears the count.
  const other = await context.newPage()
  await other.clock.install()
  await slowData(other)
  await other.setViewportSize({ width: 360, height: 740 })
  await openOrders(other)
  await expect.poll(() => listedIds(other)).toEqual(ids)
  await expect(badge).toBeHidden()
  await expect(page).not.toHaveTitle(/^\(/)
  await page.close()

  await expect(other).not.toHaveTitle(/^\(/)
  const title = await other.title()
  const top = other.getByLabel('Select all on this page')
  const place = await top.boundingBox()
  await dataLoaded(other)
  const late = await ordersIn(shop, 2)
  await other.clock.fastForward(POLL_MS)
  const show = other.getByRole('button', { name: 'Show 2 new' })
  await expect(show).toBeVisible()
  expect(await top.boundingBox()).toEqual(place)
  expect(await other.title()).toBe(`(2) ${title}`)
  expect(await listedIds(other)).toEqual(ids)
  await show.click()
  await expect(other.getByRole('button', { name: 'Refresh' })).toBeFocused()
  await expect.poll(() => listedIds(other)).toEqual([...late, ...ids])
  await expect(other.getByText('new orders', { exact: false })).toHaveCount(1)
  expect(await other.title()).toBe(title)
})

test('rule 21.20: what a customer does is announced, and marked until its order was opened', async ({
  page,
  shop,
}) => {
  const token = 'a-token-that-only-this-test-has-'
  const id = await orderIn(shop, { token })
  await page.clock.install()
  await slowData(page)
  await openOrders(page)
  await countsOrders(page)
  await dataLoaded(page)
  const p = JSON.stringify({ id, token, version: 1, reason: 'other' })
  const [row] = await shop.sql('select public.cancel_order($1) as result', [p])
  expect(row?.['result']).toMatchObject({ ok: true })
  await page.clock.fastForward(POLL_MS)
  const toast = page.getByRole('status').filter({ hasText: `Order ${id}: ` })
  await expect(toast).toContainText('cancelled it.')
  await expect(page).toHaveTitle(/^\(1\) /)
  // The row says so where it stands, and nothing else moves.
  await expect(page.getByRole('row', { name: id })).toContainText('Just now: cancelled')
  await expect(page.getByRole('row', { name: id }).locator('.line-through')).toBeVisible()
  await toast.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  await expect(page.getByText('Cancelled by the customer')).toBeVisible()
  // That it was opened is a request of its own.
  await dataLoaded(page)
  await openOrders(page)
  await expect.poll(() => listedIds(page)).toEqual([id])
  await expect(page.getByText('Cancelled by customer')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^\(/)
})
