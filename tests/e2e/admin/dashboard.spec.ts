import { formatDay } from '#kit/dates.ts'
import { paths } from '#paths.ts'
import { price, product } from '#tests/support/catalogue.ts'
import { aDevice } from '#tests/support/outbox-calls.ts'
import { countsOrders, POLL_MS, setStatus } from '../support/admin.ts'
import { holdFirst } from '../support/network.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { dataLoaded, expectLink, lookAgain, slowData } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const DASHBOARD = '**/rest/v1/rpc/admin_dashboard'
const STATUSES = ['delivered', 'processing', 'shipped', 'delivered', 'cancelled', 'pending']

const REQUEST = `insert into private.help_requests (order_id, kind, text)
  values ($1, 'damaged', 'The cap is broken')`

test.use({ expectedNoise: /status of 503|Error fetching the dashboard/ })

test('rules 16.1 and 18.45: the dashboard shows its figures, refreshed', async ({ page, shop }) => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await page.clock.install()
  await slowData(page)
  await page.goto('/admin/dashboard')
  await expect(card('Total Orders')).toContainText('0')
  await expect(card('Total Revenue')).toContainText('0.00')
  await expect(page.getByText('No orders found')).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today).toContainText('Nothing to do now.')
  for (const name of ['Get notices on this device', 'Choose your couriers'])
    await expect(today.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('Nothing was sold in these days.')).toBeVisible()
  await expectLink(page, 'All orders', '/admin/orders')
  await countsOrders(page)
  // A request that is still on its way would begin no new wait.
  await dataLoaded(page)

  // A new order is noticed, and the old figures stand meanwhile.
  let id = ''
  for (const [nth, status] of STATUSES.entries()) {
    id = await orderIn(shop, { fullName: `Customer ${nth}` })
    await setStatus(shop, id, status)
    if (status === 'delivered') await shop.sql(REQUEST, [id])
  }
  const release = await holdFirst(page, DASHBOARD)
  const refresh = page.waitForRequest(DASHBOARD)
  await page.clock.fastForward(POLL_MS)
  await refresh
  await expect(card('Total Orders')).toContainText('0')
  await expect(page.getByText('Loading dashboard...')).toBeHidden()
  release()
  await expect(card('Total Orders')).toContainText('6')
  await expect(card('Total Revenue')).toContainText(price(product, 5))
  await expect(card('Total Revenue')).toContainText('+12%')
  await expect(card('Total Revenue')).toContainText('Counts orders that are not cancelled.')
  await expect(card('Pending Orders')).toContainText('2')
  await expect(card('Pending Orders')).toContainText('Counts pending and processing orders.')
  await expect(card('Completed Orders')).toContainText('2')
  await lookAgain(page)
  await expect(today.getByRole('link').first()).toHaveText(/^2 to confirm$/)
  await expectLink(page, '2 to confirm', paths.adminRun)
  await expectLink(page, '2 ask for help', '/admin/messages')

  const newest = page.getByRole('table', { name: 'The newest orders' }).getByRole('row')
  await expect(newest).toHaveCount(1 + 5)
  for (const text of [id, 'Customer 5', formatDay(new Date().toISOString()), 'Pending'])
    await expect(newest.nth(1)).toContainText(text)
  await expect(newest.nth(1)).toContainText(price(product))
  await expect(newest.nth(1).getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/admin/orders/${id}`,
  )
  await expect(newest.filter({ hasText: 'Customer 0' })).toHaveCount(0)

  const best = new RegExp(`The best day was .* with ${price(product, 5)}`)
  await expect(page.getByRole('img', { name: best })).toBeVisible()
  await page.getByText('Show the figures').click()
  const days = page.getByRole('list', { name: 'Sales per day, newest first' }).getByRole('listitem')
  await expect(days).toHaveCount(30)
  await expect(days.nth(0)).toContainText(price(product, 5))
  await expect(days.nth(1)).toContainText('0.00')

  // A refresh that failed leaves the figures and says so.
  await page.unroute(DASHBOARD)
  await page.route(DASHBOARD, (route) => route.fulfill({ status: 503, body: '' }))
  await lookAgain(page)
  await expect(page.getByText('The dashboard could not be refreshed.')).toBeVisible()
  await expect(card('Total Orders')).toContainText('6')
  await page.unroute(DASHBOARD)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The dashboard could not be refreshed.')).toBeHidden()

  await setStatus(shop, id, 'delivered')
  await lookAgain(page)
  await expect(card('Completed Orders')).toContainText('3')
})

test('rule 24.10: notices that no target takes are named with the reason', async ({
  page,
  shop,
}) => {
  // The program that sends would try the device with what another test left.
  await shop.sql('delete from private.outbox')
  const { url, p256dh, auth } = aDevice('phone')
  await shop.sql(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id, failure)
     select 'push', $1, $2, $3, user_id, 'The service responded with 500' from private.store_admins`,
    [url, p256dh, auth],
  )
  await shop.sql(
    `insert into private.outbox (kind, subject, at, attempts, next_at)
     values ('message', 'message-id-00000001', now() - interval '6 minutes', 1, now() + interval '1 hour')`,
  )
  await page.goto('/admin/dashboard')
  await expect(
    page.getByText(
      /^No notices of new orders went out since .*M\. The service responded with 500$/,
    ),
  ).toBeVisible()
  await shop.sql('delete from private.outbox')
  await shop.sql('delete from private.notice_targets')
})
