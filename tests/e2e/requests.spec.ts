/* How many requests a page makes until it is quiet, with what it fetches ahead. */
import type { Page } from '@playwright/test'
import { product } from '#tests/support/catalogue.ts'
import { orderOnDevice, adminTest as test } from './support/own-shop.ts'
import { recordRequests } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

test('rule 19.8: an order page makes at most 30 requests, with the forms that it fetches ahead', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  const made = await requestsOf(page, `/order/tracking/${id}`)
  expect(made.join('\n')).toContain('OrderForms')
  expect(made.length, made.join('\n')).toBeLessThanOrEqual(30)
})

test('rule 19.8: a product makes at most 34 requests, with the files of its islands', async ({
  page,
}) => {
  const made = await requestsOf(page, product.path)
  expect(made.length, made.join('\n')).toBeLessThanOrEqual(34)
})

async function requestsOf(page: Page, path: string): Promise<string[]> {
  const made = recordRequests(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return made
}
