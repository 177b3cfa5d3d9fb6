import type { Page } from '@playwright/test'
import { PAGES } from '#features/offline/routing.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { typeLogin } from './support/admin.ts'
import { cachedPaths, expectCached, openAndCache } from './support/cached.ts'
import { buy, expectOrderRefused, openFilledCheckout, pressPlaceOrder } from './support/customer.ts'
import { expectPlaced } from './support/saved-orders.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

test.use({
  serviceWorkers: 'allow',
  expectedNoise:
    /Failed to load resource|rule set requested|Error (creating order|fetching orders)/,
})

const OFFLINE = /^You are offline\./

test('D01 rule 4.16: the checkout says that it is offline, keeps its fields over a reload, and orders once when online', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  await expectCached(page, '/checkout')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
  await pressPlaceOrder(page)
  await expectOrderRefused(page)

  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(page.getByText(OFFLINE)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(OFFLINE)).toBeHidden()
  await pressPlaceOrder(page)
  await expectPlaced(page, phone)
})

test('D39 an order that could not load offline is not called missing, and Retry shows it', async ({
  page,
  context,
}) => {
  const { id } = await buy(page)
  await openAndCache(page, `/order/tracking/${id}`, '/order/tracking')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We could not load your order' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(id)).toBeVisible()
})

test('rule 11.4: nothing of an order, the backend or the admin is cached', async ({ page }) => {
  const { id } = await buy(page)
  await openAndCache(page, `/order/tracking/${id}`, '/order/tracking')
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
