import { adminLogin } from '#tests/support/shop-server.ts'
import { expectLoggedOut, typeLogin } from './support/admin.ts'
import { adminTest, attacker, test } from './support/own-shop.ts'
import { recordRequests } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const TOKENS = '**/auth/v1/token*'

test.describe('logging in', () => {
  test('rule 18.29: leads to the dashboard with a toast', async ({ page }) => {
    await page.goto('/admin')
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.getByText('Login successful')).toBeVisible()
    await expect(page.getByText('Welcome to the admin dashboard')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
  })

  test('accepts the e-mail as well as the username', async ({ page }) => {
    await page.goto('/admin')
    await typeLogin(page, adminLogin.email, adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  test('E25 with an empty field sends nothing', async ({ page }) => {
    const requests = recordRequests(page, '/auth/')
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByLabel('Username').fill('admin')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Password')).toBeFocused()
    expect(requests).toEqual([])
  })

  adminTest('is skipped with a session', async ({ page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  test.describe('with a wrong login', () => {
    test.use({ expectedNoise: /status of 40[03]/ })

    test('C17 shows one text for every reason, and saves nothing', async ({ page }) => {
      for (const [username, password] of [
        ['admin', `${adminLogin.password} `],
        ['unknown', 'guess'],
        [attacker.email, attacker.password],
      ] as const) {
        await page.goto('/admin')
        await typeLogin(page, username, password)
        await expect(page.getByText('Invalid username or password')).toBeVisible()
        await expect(page.getByText('Login failed')).toBeVisible()
        await expect(page.getByText('Invalid credentials')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
        await expect(page.getByLabel('Username')).toHaveValue(username)
        await expectLoggedOut(page)
      }
    })
  })

  test.describe('over the limit', () => {
    test.use({ expectedNoise: /status of 429/ })

    test('C18 rule 18.31: says to wait, not that the password is wrong', async ({ page }) => {
      await page.goto('/admin')
      await page.route(TOKENS, (route) =>
        route.fulfill({ status: 429, json: { error_code: 'over_request_rate_limit' } }),
      )
      await typeLogin(page, 'admin', adminLogin.password)
      await expect(page.getByText('There were too many attempts.')).toBeVisible()
      await expect(page.getByText('Invalid username or password')).toBeHidden()
      await expectLoggedOut(page)
    })
  })

  test.describe('without a connection', () => {
    test.use({ expectedNoise: /ERR_|Error logging in/ })

    test('rule 18.44: is not called a wrong password', async ({ page }) => {
      await page.goto('/admin')
      await page.route(TOKENS, (route) => route.abort('connectionrefused'))
      await typeLogin(page, 'admin', adminLogin.password)
      await expect(page.getByText('The store could not be reached.')).toBeVisible()
      await expect(page.getByText('Invalid username or password')).toBeHidden()
      await page.unroute(TOKENS)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
    })
  })

  test('C19 sends a password of any characters as it is, pasted too', async ({ page }) => {
    const password = `  with spaces, 🙂 and 64 characters ${'x'.repeat(28)}  `
    await page.goto('/admin')
    const sent = page.waitForRequest(TOKENS)
    await page.route(TOKENS, (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').focus()
    const isPasteAllowed = await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true }),
      ),
    )
    expect(isPasteAllowed).toBe(true)
    await page.keyboard.insertText(password)
    await page.getByRole('button', { name: 'Login' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ password })
  })
})
