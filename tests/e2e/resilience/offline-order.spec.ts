import type { Page } from '@playwright/test'
import { PAGES } from '#shop/offline/routing.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { typeLogin } from '../support/admin.ts'
import { cachedPaths, expectCached, openAndCache } from '../support/cached.ts'
import {
  chat,
  expectOrderRefused,
  openFilledCheckout,
  pressPlaceOrder,
} from '../support/customer.ts'
import { expectPlaced, ordersOf } from '../support/saved-orders.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

test.use({
  serviceWorkers: 'allow',
  expectedNoise:
    /Failed to load resource|rule set requested|Error (creating order|fetching orders)/,
})

const OFFLINE = /^You are offline\./

test('D01 D02 D39 rules 4.16, 4.33 and 11.4: who loses the network while buying loses nothing, and nothing of the order, the backend or the admin is cached', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  await expectCached(page, '/checkout')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  await expect(chat(page, 'Send this order on WhatsApp')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(OFFLINE)).toBeHidden()
  expect(await ordersOf(phone)).toEqual([])
  await pressPlaceOrder(page)
  const id = await expectPlaced(page, phone)

  await openAndCache(page, `/order/tracking/${id}`, '/order/tracking')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We could not load your order' })).toBeVisible()
  // Rule 12.3: the button goes while the page asks again.
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.press('Enter')
  await expect(retry).toBeFocused()
  await context.setOffline(false)
  await retry.press('Enter')
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeFocused()
  await expect(page.getByText(id).first()).toBeVisible()
  await context.setOffline(true)
  await page.goto('/order/tracking/QQQQQQQQ')
  await expect(retry).toBeVisible()
  await context.setOffline(false)
  await retry.press('Enter')
  await expect(page.getByRole('link', { name: 'Return to home page' })).toBeFocused()

  const { adminUsername, adminPassword } = backendSettings()
  await page.goto('/admin')
  await typeLogin(page, adminUsername, adminPassword)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.goto(`/admin/orders/${id}`)
  await hydrated(page)
  await expect(page.getByText(id).first()).toBeVisible()
  const cached = await cachedPaths(page)
  expect(cached.filter((path) => !/^\/(_astro|thumbnails)\/|^\/favicon/.test(path)).sort()).toEqual(
    (await cachedPaths(page, PAGES)).sort(),
  )
  expect(await cachedPaths(page, PAGES)).not.toContainEqual(
    expect.stringMatching(/^\/(admin|rest|auth|forms)/),
  )
  expect(cached.join()).not.toContain(id)
  expect(await cachedTexts(page)).not.toContain(id)
})

/** The text and the URL of every cached response. */
async function cachedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const response of await cache.matchAll()) texts.push(response.url, await response.text())
    }
    return texts.join('\n')
  })
}
