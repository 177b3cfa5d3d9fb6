import { adminLogin } from '../support/shop-server.ts'
import {
  ADMIN_PAGES,
  expectLoggedOut,
  logIn,
  plantSession,
  recordAnswers,
} from './support/admin.ts'
import { attacker, orderIn, sessionOf, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const CANARY = 'Canary of the Forger'

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
    test(`C01 the flag alone opens nothing of /admin/${address}`, async ({
      page,
      context,
      shop,
    }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, undefined)
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })

    test(`C02 C05 a forged token opens nothing of /admin/${address}`, async ({
      page,
      context,
      shop,
    }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, forged)
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })

    test(`B01 an attacker's session opens nothing of /admin/${address}`, async ({
      page,
      context,
      shop,
    }) => {
      await orderIn(shop, { fullName: CANARY })
      const answers = recordAnswers(context)
      await plantSession(context, await sessionOf(shop, attacker))
      await page.goto(`/admin/${address}`)
      await expectLoggedOut(page)
      expect(await answers()).not.toContain(CANARY)
    })
  }

  for (const flag of ['TRUE', '1', 'yes', '']) {
    test(`C01 a flag edited to "${flag}" is none`, async ({ page }) => {
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

test('admin pages are not for search engines, nor to be kept by caches', async ({ request }) => {
  for (const address of ['', ...ADMIN_PAGES.map((name) => `/${name}`)]) {
    const answer = await request.get(`/admin${address}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control']).toBe('no-store')
    expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
  }
})

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
