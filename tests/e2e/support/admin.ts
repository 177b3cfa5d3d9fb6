/* What the admin does, in the words of the page, and what the database saved of an order. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ADMIN_SESSION_KEY } from '#admin/auth/session.ts'
import { SAVE_BOOKING } from '#tests/support/save-booking.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { type OwnShop, orderIn } from './own-shop.ts'
import { setVisibility } from './page-checks.ts'
import { expect } from './shop-test.ts'

export interface SavedOrderRow {
  status: string
  total: number
  tracking_number: string | null
  courier: string | null
  tracking_history: { status: string; by: string; trackingNumber?: string | null }[]
}

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

/** Saves the flag, and a session if there is one, once: what the shop does about it lasts. */
export async function saveSession(page: Page, session?: unknown): Promise<void> {
  await page.evaluate(
    ([key, text]) => {
      localStorage.setItem('adminAuthenticated', 'true')
      if (text) localStorage.setItem(key, text)
    },
    [ADMIN_SESSION_KEY, session === undefined ? '' : JSON.stringify(session)] as const,
  )
}

/** Saves the session of this page again, with what `change` makes of it. */
export async function changeSession(
  page: Page,
  change: (session: { access_token: string }) => object,
): Promise<void> {
  const text = await page.evaluate((key) => localStorage.getItem(key), ADMIN_SESSION_KEY)
  const session = JSON.parse(text ?? '')
  await saveSession(page, { ...session, ...change(session) })
}

/** The browser is at the login, and holds nothing of a session any more. */
export async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  const saved = await page.evaluate(
    (key) => [localStorage.getItem('adminAuthenticated'), localStorage.getItem(key)],
    ADMIN_SESSION_KEY,
  )
  expect(saved).toEqual([null, null])
}

/** The text of every response that the browser gets from now on. */
export function recordResponses(context: BrowserContext): () => Promise<string> {
  const texts: Promise<string>[] = []
  context.on('response', (response) => {
    texts.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(texts)).join('\n')
}

export async function openOrders(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/orders${search}`)
  await expect(page.getByText('Loading orders...')).toBeHidden()
}

export async function openOrder(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/orders/${id}`)
  // The heading stands there before the order does.
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  await expect(page.getByText('Loading order...')).toBeHidden()
}

/** Ticks these orders in the list and asks to send them. Returns the dialog. */
export async function askToSend(page: Page, ids: readonly string[]): Promise<Locator> {
  await openOrders(page)
  for (const id of ids) await page.getByLabel(`Select order ${id}`).check()
  await page.getByRole('button', { name: `Send ${ids.length} with ` }).click()
  return page.getByRole('dialog')
}

export async function openCorrection(page: Page) {
  await page.locator('summary', { hasText: 'Correct This Order' }).press('Enter')
  return page.getByRole('form', { name: 'Correction' })
}

/** What is rarely done with an order stands in a sheet. */
export async function openMore(page: Page) {
  await page.getByRole('button', { name: 'More for this order' }).press('Enter')
  return page.getByRole('dialog')
}

export async function openHistory(page: Page) {
  await (await openMore(page)).getByRole('button', { name: 'History' }).click()
  return page.getByRole('dialog', { name: 'History' })
}

/** Places an order as a customer does, and opens it as the admin. Returns its id. */
export async function openNewOrder(
  page: Page,
  ...order: Parameters<typeof orderIn>
): Promise<string> {
  const id = await orderIn(...order)
  await openOrder(page, id)
  return id
}

export async function savedOrder(shop: OwnShop, id: string): Promise<SavedOrderRow> {
  const [row] = await shop.sql(
    `select o.status, o.total::float8 as total, o.tracking_number, b.courier, o.tracking_history
     from public.orders as o left join private.bookings as b on b.order_id = o.id where o.id = $1`,
    [id],
  )
  if (!row) throw new Error(`No order ${id}`)
  return row as unknown as SavedOrderRow
}

/** The statuses in the history of an order. */
export async function savedHistory(shop: OwnShop, id: string): Promise<string[]> {
  return (await savedOrder(shop, id)).tracking_history.map(({ status }) => status)
}

export async function setStatus(shop: OwnShop, id: string, status: string): Promise<void> {
  await shop.sql(
    `select private.save_bookings(array(
      select row(order_id, $2::public.order_status, courier, tracking_number, outcome, end_reason, state)::private.bookings
      from private.bookings where order_id = $1
    ))`,
    [id, status],
  )
}

export interface OrderState {
  status?: string
  courier?: string
  trackingNumber?: string
  outcome?: string | null
}

/** Sets what a booking sets. What is not given is none. */
export async function setState(
  shop: OwnShop,
  id: string,
  { status = 'pending', courier, trackingNumber, outcome }: OrderState,
): Promise<void> {
  await shop.sql(SAVE_BOOKING, [id, status, courier, trackingNumber, outcome])
}

/** The session ends in the database, and the page finds out when its tab is looked at again. */
export async function endSessionInDatabase(page: Page, shop: OwnShop): Promise<void> {
  await shop.sql('delete from auth.sessions')
  await setVisibility(page, 'visible')
}

export async function logInAgain(page: Page): Promise<void> {
  await expect(page.getByText('Session ended')).toBeVisible()
  await typeLogin(page, 'admin', adminLogin.password)
}

/** Since the first view of the tracking page, for the clock of the database, which alone decides. */
export async function passFifteenSeconds(shop: OwnShop, id: string): Promise<void> {
  await shop.sql(
    `update private.order_keys set first_tracked_at = now() - interval '16 seconds'
       where order_id = $1`,
    [id],
  )
}

/** How often a page asks for new orders. */
export const POLL_MS = 30_000

/** The device knows which orders are new: later ones. */
export async function countsOrders(page: Page): Promise<void> {
  const seen = () => page.evaluate(() => localStorage.getItem('zulf:admin-seen-orders'))
  await expect.poll(seen).not.toBeNull()
}

/** The ids in the list, from the top. */
export async function listedIds(page: Page): Promise<string[]> {
  return page.locator('main [id^=order-]').allTextContents()
}

/** Counts print dialogs instead of opening them. */
export async function recordPrinting(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0 })
    window.print = () => {
      Object.assign(window, { printed: Number(Reflect.get(window, 'printed')) + 1 })
    }
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'printed')))
}
