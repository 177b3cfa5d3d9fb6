/* What the owner does, in the words of the page. */
import type { BrowserContext, Page } from '@playwright/test'
import { adminLogin } from '#tests/support/shop-server.ts'
import { expect } from './shop-test.ts'

export const ADMIN_PAGES = [
  'dashboard',
  'orders',
  'orders/ABCDEFGH',
  'customers',
  'messages',
  'products',
  'settings',
]

export async function logIn(page: Page): Promise<void> {
  await page.goto('/admin')
  await typeLogin(page, 'admin', adminLogin.password)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText('Total Orders')).toBeVisible()
}

export async function typeLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Puts into the browser what a session leaves there, or what somebody pretends it did. */
export async function plantSession(context: BrowserContext, session: unknown): Promise<void> {
  await context.addInitScript(
    (text) => {
      // Once: what the shop does about it afterwards must last.
      if (sessionStorage.getItem('planted')) return
      sessionStorage.setItem('planted', 'yes')
      localStorage.setItem('adminAuthenticated', 'true')
      if (text) localStorage.setItem('zulf:admin-session', text)
    },
    session === undefined ? '' : JSON.stringify(session),
  )
}

/** The browser is at the login, and holds nothing of a session any more. */
export async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(
    await page.evaluate(() => [
      localStorage.getItem('adminAuthenticated'),
      localStorage.getItem('zulf:admin-session'),
    ]),
  ).toEqual([null, null])
}

/** Everything that the browser was sent from now on, as one text. */
export function recordAnswers(context: BrowserContext): () => Promise<string> {
  const answers: Promise<string>[] = []
  context.on('response', (response) => {
    answers.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(answers)).join('\n')
}
