import { adminLogin } from '#tests/support/shop-server.ts'
import { expectLoggedOut, typeLogin } from '../support/admin.ts'
import { faults } from '../support/network.ts'
import { attacker, test } from '../support/own-shop.ts'
import { recordRequests } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const TOKENS = '**/auth/v1/token*'
const COUNTS = '**/rest/v1/rpc/admin_order_counts'

// Refusals, and what stands in the console of a login without a network.
test.use({ expectedNoise: /status of 4(00|01|03|04|29)|ERR_|Error logging in/ })

test('C17 C18 C19 E25 rules 18.29, 18.31 and 18.44: a refused login says why', async ({ page }) => {
  const requests = recordRequests(page, '/auth/')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(requests).toEqual([])
  const isPasteAllowed = await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true }),
    ),
  )
  expect(isPasteAllowed).toBe(true)

  const wrong = page.getByText('Invalid username or password')
  for (const [username, password] of [
    ['admin', `${adminLogin.password} `],
    ['unknown', 'guess'],
    [attacker.email, attacker.password],
  ] as const) {
    await typeLogin(page, username, password)
    await expect(page.getByText('Login failed')).toBeVisible()
    await expect(page.getByText('Invalid credentials')).toBeVisible()
    await expect(wrong).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await expectLoggedOut(page)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }

  // A limit and a lost connection are not called a wrong password.
  await page.route(TOKENS, (route) =>
    route.fulfill({ status: 429, json: { error_code: 'over_request_rate_limit' } }),
  )
  await typeLogin(page, 'admin', adminLogin.password)
  await expect(page.getByText('There were too many attempts.')).toBeVisible()
  await expect(wrong).toBeHidden()
  await expectLoggedOut(page)
  await page.unroute(TOKENS)
  await page.route(TOKENS, faults.wrongKey)
  await typeLogin(page, 'admin', adminLogin.password)
  await expect(page.getByText('does not accept the key of this site')).toBeVisible()
  await expect(wrong).toBeHidden()
  await page.unroute(TOKENS)
  await page.route(COUNTS, (route) => route.fulfill({ status: 404, json: { code: 'PGRST202' } }))
  await typeLogin(page, 'admin', adminLogin.password)
  await expect(page.getByText('The database lacks a function of this site.')).toBeVisible()
  await expect(wrong).toBeHidden()
  await expectLoggedOut(page)
  await page.unroute(COUNTS)
  await page.route(TOKENS, (route) => route.abort('connectionrefused'))
  await typeLogin(page, adminLogin.email, adminLogin.password)
  await expect(page.getByText('The store could not be reached.')).toBeVisible()
  await expect(wrong).toBeHidden()

  // The e-mail stands for the username.
  await page.unroute(TOKENS)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page.getByText('Welcome to the admin dashboard')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('a page of the admin says that it needs them, and not that it loads', async ({ page }) => {
    await page.goto('/admin/orders')
    await expect(page.locator('main noscript')).toBeVisible()
    await expect(page.getByText('Loading orders...')).toBeHidden()
  })
})
