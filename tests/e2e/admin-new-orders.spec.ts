/* New orders are noticed on every admin page, and the dashboard shows them. */
import type { Page } from '@playwright/test'
import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { openOrders, setStatus } from './support/admin.ts'
import { holdFirst } from './support/network.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, setVisibility } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const DASHBOARD = '**/rest/v1/rpc/admin_dashboard'
const POLL_MS = 30_000
const HIDDEN_POLL_MS = 60_000

/** The device knows which orders are new: later ones. */
async function countsOrders(page: Page): Promise<void> {
  const seen = () => page.evaluate(() => localStorage.getItem('zulf:admin-seen-orders'))
  await expect.poll(seen).not.toBeNull()
}

function badge(page: Page) {
  return page.getByRole('link', { name: /^Orders \d+ new$/ })
}

test('rule 14.5: new orders are announced on every admin page, in its title too', async ({
  page,
  shop,
}) => {
  const known = await orderIn(shop)
  await page.clock.install()
  let count = 0
  for (const path of ADMIN_PATHS.filter((path) => path !== '/admin/orders')) {
    await page.goto(path.replace('ABCDEFGH', known))
    await countsOrders(page)
    // A request that is still on its way would time out by the clock.
    await expect(page.getByText(/^Loading/).first()).toBeHidden()
    if (count > 0) await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) `))
    await orderIn(shop)
    count += 1
    await page.clock.fastForward(POLL_MS)
    await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) `))
    await expect(badge(page)).toHaveAccessibleName(`Orders ${count} new`)
    const words = count === 1 ? '1 new order' : `${count} new orders`
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  }
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Orders', exact: false }).first().click()
  await expect(page.getByText('Loading orders...')).toBeHidden()
  await expect(badge(page)).toBeHidden()
  await expect(page).not.toHaveTitle(/^\(/)
})

test('rule 14.5: a hidden tab asks once a minute, and the list of another tab clears its count', async ({
  page,
  context,
  shop,
}) => {
  await page.clock.install()
  await page.goto('/admin/settings')
  await countsOrders(page)
  await setVisibility(page, 'hidden')
  await page.clock.fastForward(POLL_MS)
  await orderIn(shop)
  // The minute begins with the response to the request before, which may still be on its way.
  await expect(async () => {
    await page.clock.fastForward(HIDDEN_POLL_MS)
    await expect(page).toHaveTitle(/^\(1\) /, { timeout: 1000 })
  }).toPass()
  const other = await context.newPage()
  await openOrders(other)
  await expect(page).not.toHaveTitle(/^\(/)
  await expect(badge(page)).toBeHidden()
})

test('rule 14.5: of two tabs one rings, on any page, without a press on that page', async ({
  page,
  context,
  shop,
}) => {
  await context.clock.install()
  await context.addInitScript(() => {
    const Original = AudioContext
    window.AudioContext = class extends Original {
      override async resume() {
        await super.resume()
        const rung = Number(localStorage.getItem('test-rung') ?? 0)
        localStorage.setItem('test-rung', String(rung + 1))
      }
    }
  })
  const rung = () => page.evaluate(() => Number(localStorage.getItem('test-rung') ?? 0))
  await openOrders(page)
  await page.getByLabel('Sound for new orders').check()
  await expect.poll(rung).toBe(1)
  const other = await context.newPage()
  await openOrders(other)
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Products' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await countsOrders(tab)
  }
  for (const expected of [2, 3]) {
    await orderIn(shop)
    // The pause starts with the response to the last request, which nothing on screen shows.
    await expect(async () => {
      await context.clock.runFor(POLL_MS)
      for (const tab of [page, other])
        await expect(tab).toHaveTitle(`(${expected - 1}) Products · Zulf`, { timeout: 5000 })
    }).toPass()
    await expect.poll(rung).toBe(expected)
  }
})

test('rule 16.1: the dashboard refreshes for a new order and in a tab that becomes visible, and shows the old figures meanwhile', async ({
  page,
  shop,
}) => {
  const first = await orderIn(shop)
  await page.clock.install()
  await page.goto('/admin/dashboard')
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(card('Total Orders')).toContainText('1')
  await expect(card('Pending Orders')).toContainText('Counts pending and processing orders.')
  await countsOrders(page)

  const release = await holdFirst(page, DASHBOARD)
  const refresh = page.waitForRequest(DASHBOARD)
  await orderIn(shop)
  await page.clock.fastForward(POLL_MS)
  await refresh
  await expect(card('Total Orders')).toContainText('1')
  await expect(page.getByText('Loading dashboard...')).toBeHidden()
  release()
  await expect(card('Total Orders')).toContainText('2')
  await expect(page.getByRole('table', { name: 'The newest orders' }).getByRole('row')).toHaveCount(
    3,
  )

  await setStatus(shop, first, 'delivered')
  await setVisibility(page, 'hidden')
  await setVisibility(page, 'visible')
  await expect(card('Completed Orders')).toContainText('1')
})

test.describe('while the backend is down', () => {
  test.use({ expectedNoise: /status of 503|Error fetching the dashboard/ })

  test('rule 18.45: a refresh that failed leaves the figures and says so', async ({
    page,
    shop,
  }) => {
    await orderIn(shop)
    await page.goto('/admin/dashboard')
    await expect(page.getByText('Total Orders')).toBeVisible()
    await page.route(DASHBOARD, (route) => route.fulfill({ status: 503, body: '' }))
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
    await expect(page.getByText('The dashboard could not be refreshed.')).toBeVisible()
    await expect(page.getByText('Total Orders')).toBeVisible()
    await page.unroute(DASHBOARD)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('The dashboard could not be refreshed.')).toBeHidden()
  })
})
