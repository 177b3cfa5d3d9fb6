/* An owner who is signed in, and what the shop really keeps of an order. */
import type { Page } from '@playwright/test'
import { type OwnShop, sessionOf } from './own-shop.ts'
import { expect } from './shop-test.ts'

export interface KeptOrder {
  status: string
  tracking_number: string | null
  tracking_history: { status: string; by: string; trackingNumber?: string | null }[]
}

export async function openOrders(page: Page, shop: OwnShop, search = ''): Promise<void> {
  await enter(page, shop)
  await page.goto(`/admin/orders${search}`)
  await expect(page.getByText('Loading orders...')).toBeHidden()
}

export async function openOrder(page: Page, shop: OwnShop, id: string): Promise<void> {
  await enter(page, shop)
  await page.goto(`/admin/orders/${id}`)
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
}

/** Only this page is given the session; another tab of the browser finds it there. */
export async function enter(page: Page, shop: OwnShop): Promise<void> {
  const session = JSON.stringify(await sessionOf(shop))
  await page.addInitScript((text) => {
    localStorage.setItem('adminAuthenticated', 'true')
    localStorage.setItem('zulf:admin-session', text)
  }, session)
}

export async function keptOrder(shop: OwnShop, id: string): Promise<KeptOrder> {
  const [row] = await shop.transaction((query) =>
    query('select status, tracking_number, tracking_history from public.orders where id = $1', [
      id,
    ]),
  )
  if (!row) throw new Error(`No order ${id}`)
  return row as unknown as KeptOrder
}

/** The ids in the list, from the top. */
export async function listedIds(page: Page): Promise<string[]> {
  return page.locator('tbody [id^=order-]').allTextContents()
}

/** Counts what would have gone to the printer, instead of opening a dialog that nobody answers. */
export async function catchPrinting(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0 })
    window.print = () => {
      Object.assign(window, { printed: Number(Reflect.get(window, 'printed')) + 1 })
    }
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'printed')))
}
