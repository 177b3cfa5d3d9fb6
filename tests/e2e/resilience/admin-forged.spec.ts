import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { expectLoggedOut, recordResponses, saveSession } from '../support/admin.ts'
import { adminTest, attacker, orderIn, sessionOf, test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

const CANARY = 'Canary of the Forger'

const FORGED = {
  access_token: `${part({ alg: 'none', typ: 'JWT' })}.${part({ role: 'authenticated', sub: 'x' })}.`,
  refresh_token: 'made-up',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user: { id: 'x', email: adminLogin.email },
}

// Refusals of the backend, what a page may log of them while it is being left, and of a damaged session.
test.use({ expectedNoise: /status of 40[0-9]|ShopError: forbidden|Cannot create property 'user'/ })

test('C01 C02 C05 B01 without a session no page opens', async ({ page, context, shop }) => {
  await orderIn(shop, { fullName: CANARY })
  const responses = recordResponses(context)
  await page.goto('/admin')
  // All pages have one guard, which the flag alone shows. Figures and a form stand for what asks the backend.
  for (const [session, ...opened] of [
    [undefined, ...ADMIN_PATHS],
    [FORGED, '/admin/dashboard', '/admin/orders/new'],
    [await sessionOf(shop, attacker), '/admin/dashboard', '/admin/orders/new'],
    ['not a session', '/admin/dashboard'],
  ] as const) {
    for (const path of opened) {
      await saveSession(page, session)
      await page.goto(path)
      await expectLoggedOut(page)
    }
  }
  expect(await responses()).not.toContain(CANARY)
})

adminTest('C01 another value of the flag is none', async ({ page }) => {
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  for (const flag of ['TRUE', '']) {
    await page.evaluate((text) => localStorage.setItem('adminAuthenticated', text), flag)
    await page.goto('/admin/products')
    await expect(page).toHaveURL(/\/admin$/)
  }
})

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
