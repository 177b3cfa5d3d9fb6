import type { Page } from '@playwright/test'
import { ADMIN_SESSION_KEY } from '#features/admin/auth/session.ts'
import { changeSession, expectLoggedOut, logIn } from './support/admin.ts'
import { orderIn, adminTest as test, test as testWithoutSession } from './support/own-shop.ts'
import { expect, hydrated } from './support/shop-test.ts'

const CANARY = 'Canary of the Session'
const TOKENS = '**/auth/v1/token*'

test.describe('a session that is over', () => {
  test.use({ expectedNoise: /status of 40[0-9]/ })

  for (const [how, statement] of [
    ['revoked', 'delete from auth.sessions'],
    [
      'older than twelve hours',
      `update auth.sessions set created_at = now() - interval '13 hours'`,
    ],
  ] as const) {
    test(`C04 C12 because it is ${how} ends at the next click`, async ({ page, shop }) => {
      await openDashboard(page)
      await shop.sql(statement)
      await page.getByRole('link', { name: 'Settings' }).click()
      await expectLoggedOut(page)
      await expect(page.getByText('Session ended')).toBeVisible()
    })
  }

  test('C15 because the user lost the rights ends at the next click', async ({ page, shop }) => {
    await openDashboard(page)
    const admins = await shop.sql('delete from private.store_admins returning user_id')
    await page.getByRole('link', { name: 'Customers' }).click()
    await expectLoggedOut(page)
    await shop.sql('insert into private.store_admins (user_id) values ($1)', [
      admins[0]?.['user_id'],
    ])
  })

  test('C04 causes no redirect loop', async ({ page, shop }) => {
    await openDashboard(page)
    await shop.sql('delete from auth.sessions')
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.reload()
    await expectLoggedOut(page)
    expect(visited).toEqual(['/admin/dashboard', '/admin'])
  })
})

testWithoutSession(
  'rule 13.7: logging out everywhere ends the sessions of other devices',
  async ({ page, browser, baseURL }) => {
    await logIn(page)
    const device = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await device.newPage()
    await logIn(other)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await expectLoggedOut(page)
    await expect(page.getByText('Logged out everywhere')).toBeVisible()
    await other.getByRole('link', { name: 'Products' }).click()
    await expectLoggedOut(other)
    await device.close()
  },
)

test.describe('logging out everywhere', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED|signing out everywhere/ })

  test('rule 18.43: without a connection says so, and the session stays', async ({
    page,
    context,
  }) => {
    await openDashboard(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    const button = page.getByRole('button', { name: 'Log out everywhere' })
    await page.waitForURL('**/admin/settings')
    await hydrated(page)
    await context.route('**/auth/v1/logout*', (route) => route.abort('internetdisconnected'))
    await button.click()
    await expect(page.getByText('Not logged out')).toBeVisible()
    await expect(button).toBeVisible()
  })
})

test.describe('an expired access token', () => {
  test('C03 is renewed once, and the page is shown', async ({ page, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    await openDashboard(page)
    await changeSession(page, () => ({ expires_at: 1 }))
    const renewals = countRequests(page)
    await page.reload()
    await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
    expect(renewals()).toBe(1)
  })

  test.describe('that cannot be renewed without a connection', () => {
    test.use({ expectedNoise: /ERR_|Failed to fetch|Error fetching the dashboard/ })

    test('ends no session', async ({ page }) => {
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
  })

  test.describe('that the backend refuses', () => {
    test.use({ expectedNoise: /status of 401/ })

    test('C03 is renewed once for all requests of a page', async ({ page, shop }) => {
      await orderIn(shop, { fullName: CANARY })
      await openDashboard(page)
      await changeSession(page, ({ access_token: token }) => ({
        access_token: token.replace(/[^.]+$/, 'c3BlbnQ'),
      }))
      const renewals = countRequests(page)
      await page.goto('/admin/orders')
      await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
      expect(renewals()).toBe(1)
    })
  })

  for (const [moment, hours, most, testOf] of [
    ['before the login', -2, 0, testWithoutSession],
    ['during the session', 2, 1, test],
    ['during the session', -2, 1, test],
  ] as const) {
    const times = most === 0 ? 'not' : 'at most once'
    testOf(
      `C37 is renewed ${times} where the clock is moved by ${hours} hours ${moment}`,
      async ({ page, shop }) => {
        await orderIn(shop, { fullName: CANARY })
        if (most > 0) await openDashboard(page)
        await page.clock.setFixedTime(Date.now() + hours * 3_600_000)
        if (most === 0) await logIn(page)
        const renewals = countRequests(page)
        for (const name of ['Customers', 'Dashboard']) {
          await page.getByRole('link', { name, exact: true }).click()
          await expect(page.getByText(CANARY, { exact: true })).toBeVisible()
        }
        expect(renewals()).toBeLessThanOrEqual(most)
      },
    )
  }
})

test.describe('logging out', () => {
  test('C14 goes to the login in every tab at once', async ({ page, context, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    await openDashboard(page)
    const other = await context.newPage()
    await other.goto('/admin/customers')
    await expect(other.getByText(CANARY, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(other)
    await expectLoggedOut(page)
    await expect(other.getByText(CANARY, { exact: true })).toBeHidden()
  })

  test('C13 ends the rights of a token that was copied before', async ({ page, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    await openDashboard(page)
    const session = await page.evaluate((key) => localStorage.getItem(key), ADMIN_SESSION_KEY)
    const { access_token: token } = JSON.parse(session ?? '')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(page)
    const response = await fetch(`${shop.url}/rest/v1/orders`, {
      headers: { apikey: 'sb_publishable_local', authorization: `Bearer ${token}` },
    })
    expect(await response.json()).toEqual([])
  })

  test('C16 leaves no data for Back', async ({ page }) => {
    await openDashboard(page)
    await page.getByRole('link', { name: 'Customers' }).click()
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(page)
    await page.goBack()
    await expectLoggedOut(page)
  })

  test.describe('without a connection', () => {
    test.use({ expectedNoise: /ERR_/ })

    test('ends the session on this device all the same', async ({ page }) => {
      await openDashboard(page)
      await page.route('**/auth/v1/logout*', (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: 'Logout' }).click()
      await expectLoggedOut(page)
    })
  })
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

function countRequests(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) count += 1
  })
  return () => count
}
