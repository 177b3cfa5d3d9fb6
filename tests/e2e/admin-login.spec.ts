import { adminLogin } from '../support/shop-server.ts'
import { expectLoggedOut, logIn, typeLogin } from './support/admin.ts'
import { attacker, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const TOKENS = '**/auth/v1/token*'

test.describe('logging in', () => {
  test('leads to the dashboard with a welcome', async ({ page }) => {
    await page.goto('/admin')
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.getByText('Login successful')).toBeVisible()
    await expect(page.getByText('Welcome to the admin dashboard')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
  })

  test('takes the whole address as well as the user name', async ({ page }) => {
    await page.goto('/admin')
    await typeLogin(page, adminLogin.email, adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  test('E25 with an empty field asks nobody', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByLabel('Username').fill('admin')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Password')).toBeFocused()
    expect(asked.filter((url) => url.includes('/auth/'))).toEqual([])
  })

  test('is spared to whoever is logged in already', async ({ page }) => {
    await logIn(page)
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  test.describe('refused', () => {
    test.use({ expectedNoise: /status of 40[03]/ })

    for (const [who, username, password] of [
      ['a wrong password', 'admin', 'guess'],
      ['a password with a space too many', 'admin', `${adminLogin.password} `],
      ['an unknown name', 'nobody', 'guess'],
      ['someone who is not the admin', attacker.email, attacker.password],
    ] as const) {
      test(`C17 for ${who} reads the same and keeps nothing`, async ({ page }) => {
        await page.goto('/admin')
        await typeLogin(page, username, password)
        await expect(page.getByText('Invalid username or password')).toBeVisible()
        await expect(page.getByText('Login failed')).toBeVisible()
        await expect(page.getByText('Invalid credentials')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
        await expect(page.getByLabel('Username')).toHaveValue(username)
        await expectLoggedOut(page)
      })
    }
  })

  test.describe('too often', () => {
    test.use({ expectedNoise: /status of 429/ })

    test('C18 is told to wait, not that the password is wrong', async ({ page }) => {
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

  test.describe('without a network', () => {
    test.use({ expectedNoise: /ERR_|Error logging in/ })

    test('never reads as a wrong password', async ({ page }) => {
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
