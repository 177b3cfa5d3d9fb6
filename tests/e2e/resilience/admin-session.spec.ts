import type { Page } from '@playwright/test'
import { ADMIN_SESSION_KEY } from '#admin/auth/session.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { changeSession, expectLoggedOut, logIn, openOrders, typeLogin } from '../support/admin.ts'
import { faults } from '../support/network.ts'
import {
  orderIn,
  sessionOf,
  adminTest as test,
  test as testWithoutSession,
} from '../support/own-shop.ts'
import { recordRequests } from '../support/page-checks.ts'
import { expect, hydrated } from '../support/shop-test.ts'

const CANARY = 'Canary of the Session'
const TOKENS = '**/auth/v1/token*'
const LOGOUTS = '**/auth/v1/logout*'

test.use({
  expectedNoise:
    /status of 40[0-9]|ERR_|Failed to fetch|Error (fetching|logging in|saving a press)|signing out everywhere/,
})

test('C04 a session that is over ends at the next click, without a loop', async ({
  page,
  shop,
}) => {
  await openDashboard(page)
  await shop.sql('delete from auth.sessions')
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectLoggedOut(page)
  await expect(page.getByText('Session ended')).toBeVisible()
  expect(visited).toEqual(['/admin/settings', '/admin'])
})

test('rules 13.7 and 18.43: logging out everywhere ends all sessions, and notices on all devices', async ({
  page,
  shop,
}) => {
  await sessionOf(shop)
  await shop.sql(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id)
     select 'push', 'https://push.invalid/lost', $1, $2, user_id from private.store_admins`,
    ['B'.repeat(87), 'a'.repeat(22)],
  )
  await openDashboard(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/admin/settings')
  await hydrated(page)
  await page.getByText('People and devices').click()
  const button = page.getByRole('button', { name: 'Log out everywhere' })
  const press = async () => {
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
  }
  await page.route(LOGOUTS, (route) => route.abort('internetdisconnected'))
  await press()
  await expect(page.getByText('Not logged out')).toBeVisible()
  await expect(button).toBeVisible()
  expect(await shop.sql('select id from auth.sessions')).toHaveLength(2)
  await page.unroute(LOGOUTS)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await press()
  await expectLoggedOut(page)
  await expect(page.getByText('Logged out everywhere')).toBeVisible()
  expect(await shop.sql('select id from auth.sessions')).toEqual([])
  expect(await shop.sql('select id from private.notice_targets')).toEqual([])
})

test('C03 an expired or refused token is renewed once for a page', async ({ page, shop }) => {
  await orderIn(shop, { fullName: CANARY })
  await openDashboard(page)
  await changeSession(page, () => ({ expires_at: 1 }))
  const renewals = recordRequests(page, '/auth/v1/token')
  await page.reload()
  await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
  expect(renewals).toHaveLength(1)

  await changeSession(page, ({ access_token: token }) => ({
    access_token: token.replace(/[^.]+$/, 'c3BlbnQ'),
  }))
  await openOrders(page)
  await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
  expect(renewals).toHaveLength(2)
})

for (const [refusals, isTold] of [
  [2, false],
  [3, true],
] as const) {
  test(`rule 13.4: "JWT issued at future" ${refusals} times ends no session, and loses nothing`, async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop, { fullName: CANARY })
    const renewals = recordRequests(page, '/auth/v1/token')
    const refuseCalls = (name: string) =>
      page.route(`**/rest/v1/rpc/${name}*`, faults.issuedAtFuture, { times: refusals })
    /** She is told where it takes too long, and presses Retry. */
    const retryIfTold = async (told: string) => {
      if (!isTold) return
      await expect(page.getByText(told)).toBeVisible()
      await page.getByRole('button', { name: 'Retry' }).click()
    }

    await refuseCalls('admin_orders')
    await page.goto('/admin/orders')
    await retryIfTold('The orders could not be loaded.')
    await expect(page.getByText(CANARY, { exact: true })).toBeVisible()

    await page.goto('/admin/orders/run')
    await refuseCalls('admin_act')
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    await retryIfTold('it may be saved or not')
    const attempts = 'select order_id, act from private.confirmation_attempts'
    await expect.poll(() => shop.sql(attempts)).toEqual([{ order_id: id, act: 'yes' }])
    await expect(page.getByText('it may be saved or not')).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
    expect(renewals).toEqual([])
  })
}

testWithoutSession('rules 13.4 and 18.31: nor does it refuse a login', async ({ page }) => {
  let refusals = 2
  await page.route('**/rest/v1/rpc/admin_order_counts', (route) =>
    refusals-- > 0 ? faults.issuedAtFuture(route) : route.fallback(),
  )
  await logIn(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.route('**/rest/v1/rpc/admin_order_counts', faults.issuedAtFuture)
  await typeLogin(page, 'admin', adminLogin.password)
  await expect(page.getByText('The store could not be reached.')).toBeVisible()
})

test('a token that cannot be renewed without a connection ends no session', async ({ page }) => {
  await openDashboard(page)
  await changeSession(page, () => ({ expires_at: 1 }))
  await page.route(TOKENS, (route) => route.abort('connectionrefused'))
  await page.clock.install()
  const refused = page.waitForEvent('requestfailed')
  await page.reload()
  await refused
  await page.clock.fastForward(10_000)
  await expect(page.getByText('The dashboard could not be loaded.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
})

testWithoutSession(
  'C37 a token is renewed once where a clock is fast, and not where it is slow',
  async ({ page, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    const setClock = (hours: number) => page.clock.setFixedTime(Date.now() + hours * 3_600_000)
    await setClock(-2)
    await logIn(page)
    for (const [hours, expected] of [
      [-2, 0],
      [2, 1],
      [-2, 0],
    ] as const) {
      await setClock(hours)
      const renewals = recordRequests(page, '/auth/v1/token')
      for (const name of ['Customers', 'Dashboard']) {
        await page.getByRole('link', { name, exact: true }).click()
        await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
      }
      expect(renewals.length, `${hours} hours`).toBe(expected)
    }
  },
)

test('C13 C14 a logout ends every tab, and a copied token', async ({ page, context, shop }) => {
  await orderIn(shop, { fullName: CANARY })
  await openDashboard(page)
  const session = await page.evaluate((key) => localStorage.getItem(key), ADMIN_SESSION_KEY)
  const other = await context.newPage()
  await other.goto('/admin/customers')
  await expect(other.getByText(CANARY, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectLoggedOut(other)
  await expectLoggedOut(page)
  await expect(other.getByText(CANARY, { exact: true })).toBeHidden()
  const response = await fetch(`${shop.url}/rest/v1/orders`, {
    headers: {
      apikey: 'sb_publishable_local',
      authorization: `Bearer ${JSON.parse(session ?? '').access_token}`,
    },
  })
  expect(await response.json()).toEqual([])
})

test('C16 without a connection a logout works, and Back shows no data', async ({ page }) => {
  await openDashboard(page)
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await page.route(LOGOUTS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectLoggedOut(page)
  await page.goBack()
  await expectLoggedOut(page)
})

/** With the requests of the sidebar, which would find out that a session is over before the next click. */
async function openDashboard(page: Page): Promise<void> {
  const requests = ['rpc/admin_dashboard', 'rpc/admin_unread_messages', 'orders?'].map((path) =>
    page.waitForResponse((response) => response.url().includes(`/rest/v1/${path}`)),
  )
  await page.goto('/admin/dashboard')
  await Promise.all(requests)
  await expect(page.getByText('Total Orders')).toBeVisible()
}
