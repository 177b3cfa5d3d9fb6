import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { expectLoggedOut, recordResponses, saveSession } from './support/admin.ts'
import { adminTest, attacker, orderIn, sessionOf, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const CANARY = 'Canary of the Forger'

/** Figures, a list, an order and a form. All pages have one guard, which the flag alone shows. */
const ONE_OF_EACH = ['dashboard', 'orders', 'orders/ABCDEFGH', 'orders/new'].map(
  (name) => `/admin/${name}`,
)

const FORGED = {
  access_token: `${part({ alg: 'none', typ: 'JWT' })}.${part({ role: 'authenticated', sub: 'x' })}.`,
  refresh_token: 'made-up',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user: { id: 'x', email: adminLogin.email },
}

test.describe('without a session of the admin', () => {
  // Refusals of the backend, and what a page may log of them while it is being left.
  test.use({ expectedNoise: /status of 40[0-9]|ShopError: forbidden/ })

  for (const [title, session, paths] of [
    ['C01 the flag alone', () => undefined, ADMIN_PATHS],
    ['C02 C05 the flag with a forged token', () => FORGED, ONE_OF_EACH],
    ['B01 the session of a user without rights', sessionOf, ONE_OF_EACH],
  ] as const) {
    test(`${title} opens no admin page`, async ({ page, context, shop }) => {
      await orderIn(shop, { fullName: CANARY })
      const responses = recordResponses(context)
      await page.goto('/admin')
      const saved = await session(shop, attacker)
      for (const path of paths) {
        await saveSession(page, saved)
        await page.goto(path)
        await expectLoggedOut(page)
      }
      expect(await responses()).not.toContain(CANARY)
    })
  }

  adminTest('C01 another value of the flag is none', async ({ page }) => {
    await page.goto('/admin/products')
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    for (const flag of ['TRUE', '1', 'yes', '']) {
      await page.evaluate((text) => localStorage.setItem('adminAuthenticated', text), flag)
      await page.goto('/admin/products')
      await expect(page).toHaveURL(/\/admin$/)
    }
  })

  test.describe('with a damaged one', () => {
    // supabase-js reports what it finds, and removes it.
    test.use({ expectedNoise: /Cannot create property 'user'/ })

    test('the dashboard goes to the login', async ({ page }) => {
      await page.goto('/admin')
      await saveSession(page, 'not a session')
      await page.goto('/admin/dashboard')
      await expectLoggedOut(page)
    })
  })
})

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
