import type { Page } from '@playwright/test'
import { adminLogin } from '../support/shop-server.ts'
import {
  ADMIN_PAGES,
  expectLoggedOut,
  logIn,
  plantSession,
  recordAnswers,
  typeLogin,
} from './support/admin.ts'
import { orderIn, sessionOf, stranger, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const CANARY = 'Canary of the Session'
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

  test('with an empty field asks nobody', async ({ page }) => {
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
      ['someone who is not the admin', stranger.email, stranger.password],
    ] as const) {
      test(`for ${who} reads the same and keeps nothing`, async ({ page }) => {
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

  test('sends a password of any characters as it is, pasted too', async ({ page }) => {
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

test.describe('without a session of the admin', () => {
  // The store's refusals, and what a page may log of them while it is being left.
  test.use({ expectedNoise: /status of 40[0-9]|ShopError: forbidden/ })

  const forged = {
    access_token: `${part({ alg: 'none', typ: 'JWT' })}.${part({ role: 'authenticated', sub: 'x' })}.`,
    refresh_token: 'made-up',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: 'x', email: adminLogin.email },
  }

  for (const address of ADMIN_PAGES) {
    test(`the flag alone opens nothing of /admin/${address}`, async ({ page, context, shop }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, undefined)
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })

    test(`a forged token opens nothing of /admin/${address}`, async ({ page, context, shop }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, forged)
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })

    test(`a stranger's session opens nothing of /admin/${address}`, async ({
      page,
      context,
      shop,
    }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, await sessionOf(shop, stranger))
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })
  }

  for (const flag of ['TRUE', '1', 'yes', '']) {
    test(`a flag edited to "${flag}" is none`, async ({ page }) => {
      await logIn(page)
      await page.evaluate((text) => localStorage.setItem('adminAuthenticated', text), flag)
      await page.goto('/admin/products')
      await expect(page).toHaveURL(/\/admin$/)
    })
  }

  test.describe('but something that is none', () => {
    // supabase-js complains of what it finds, and clears it away.
    test.use({ expectedNoise: /Cannot create property 'user'/ })

    test('one is led back to the login', async ({ page, context }) => {
      await plantSession(context, 'not a session')
      await page.goto('/admin/dashboard')
      await expectLoggedOut(page)
    })
  })
})

test.describe('a session that is over', () => {
  test.use({ expectedNoise: /status of 40[0-9]/ })

  for (const [how, statement] of [
    ['revoked', 'delete from auth.sessions'],
    [
      'older than twelve hours',
      `update auth.sessions set created_at = now() - interval '13 hours'`,
    ],
  ] as const) {
    test(`because it is ${how} ends at the next click`, async ({ page, shop }) => {
      await logIn(page)
      await shop.transaction((query) => query(statement))
      await page.getByRole('link', { name: 'Settings' }).click()
      await expectLoggedOut(page)
      await expect(page.getByText('Session ended')).toBeVisible()
    })
  }

  test('because the admin is one no more ends at the next click', async ({ page, shop }) => {
    await logIn(page)
    const admins = await shop.transaction((query) =>
      query('delete from private.store_admins returning user_id'),
    )
    await page.getByRole('link', { name: 'Customers' }).click()
    await expectLoggedOut(page)
    await shop.transaction((query) =>
      query('insert into private.store_admins (user_id) values ($1)', [admins[0]?.['user_id']]),
    )
  })

  test('does not send anyone in circles', async ({ page, shop }) => {
    await logIn(page)
    await shop.transaction((query) => query('delete from auth.sessions'))
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.reload()
    await expectLoggedOut(page)
    expect(visited).toEqual(['/admin/dashboard', '/admin'])
  })
})

test.describe('a token that is spent', () => {
  test('is renewed once, and the page is shown', async ({ page, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    await logIn(page)
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('zulf:admin-session') ?? '')
      localStorage.setItem('zulf:admin-session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    const renewals = countRequests(page)
    await page.reload()
    await expect(page.getByText(CANARY)).toBeVisible()
    expect(renewals()).toBe(1)
  })

  test.describe('and cannot be renewed for want of a network', () => {
    test.use({ expectedNoise: /ERR_|Failed to fetch|Error fetching the dashboard/ })

    test('ends no session', async ({ page }) => {
      await logIn(page)
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('zulf:admin-session') ?? '')
        localStorage.setItem('zulf:admin-session', JSON.stringify({ ...session, expires_at: 1 }))
      })
      await page.route(TOKENS, (route) => route.abort('connectionrefused'))
      await page.reload()
      await expect(page.getByText('The dashboard could not be loaded.')).toBeVisible({
        timeout: 20_000,
      })
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
    })
  })

  for (const hours of [2, -2]) {
    test(`is not what a clock ${hours} hours off makes of a good one`, async ({ page, shop }) => {
      await orderIn(shop, { fullName: CANARY })
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000)
      await logIn(page)
      const renewals = countRequests(page)
      for (const name of ['Customers', 'Dashboard', 'Customers']) {
        await page.getByRole('link', { name }).click()
        await expect(page.getByText(CANARY)).toBeVisible()
      }
      expect(renewals()).toBe(0)
    })
  }
})

test.describe('logging out', () => {
  test('goes to the login, here and in every other tab at once', async ({
    page,
    context,
    shop,
  }) => {
    await orderIn(shop, { fullName: CANARY })
    await logIn(page)
    const other = await context.newPage()
    await other.goto('/admin/customers')
    await expect(other.getByText(CANARY)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(other)
    await expectLoggedOut(page)
    await expect(other.getByText(CANARY)).toBeHidden()
  })

  test('takes the rights from a token that was copied before', async ({ page, shop }) => {
    await orderIn(shop, { fullName: CANARY })
    await logIn(page)
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('zulf:admin-session') ?? '').access_token as string,
    )
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(page)
    const answer = await fetch(`${shop.url}/rest/v1/orders`, {
      headers: { apikey: 'sb_publishable_local', authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toEqual([])
  })

  test('leaves nothing to go back to', async ({ page }) => {
    await logIn(page)
    await page.getByRole('link', { name: 'Customers' }).click()
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOut(page)
    await page.goBack()
    await expectLoggedOut(page)
  })

  test.describe('without a network', () => {
    test.use({ expectedNoise: /ERR_/ })

    test('is done on this device all the same', async ({ page }) => {
      await logIn(page)
      await page.route('**/auth/v1/logout*', (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: 'Logout' }).click()
      await expectLoggedOut(page)
    })
  })
})

test('admin pages are not for search engines, nor to be kept by caches', async ({ request }) => {
  for (const address of ['', ...ADMIN_PAGES.map((name) => `/${name}`)]) {
    const answer = await request.get(`/admin${address}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control']).toBe('no-store')
    expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
  }
})

function countRequests(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) count += 1
  })
  return () => count
}

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
