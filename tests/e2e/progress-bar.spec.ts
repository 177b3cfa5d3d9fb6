import type { Locator, Route } from '@playwright/test'
import sharp from 'sharp'
import { openOrders } from './support/admin.ts'
import { failFirst } from './support/network.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

/** `theme.css`: sand and forest. */
const COLORS = {
  light: { empty: [239, 230, 214], full: [31, 68, 54] },
  dark: { empty: [27, 36, 32], full: [143, 195, 166] },
}

/** The color of the bar at a quarter of its width. */
async function colorOf(bar: Locator): Promise<number[]> {
  const { data, info } = await sharp(await bar.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = Math.floor(info.height / 2) * info.width + Math.floor(info.width / 4)
  return [...data.subarray(middle * 3, middle * 3 + 3)]
}

async function expectColors(bar: Locator, part: 'empty' | 'full'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await bar.page().emulateMedia({ colorScheme })
    await expect.poll(() => colorOf(bar)).toEqual(COLORS[colorScheme][part])
  }
}

test('rule 15.2: the bar of a bulk change is empty at 0 of 2 and half full at 1 of 2, in the colors of the shop', async ({
  page,
  shop,
}) => {
  await orderIn(shop)
  await orderIn(shop)
  await openOrders(page)
  await page.getByLabel('Select all on this page').check()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting = gates.map(
    ({ promise }) =>
      (route: Route) =>
        promise.then(() => route.continue()),
  )
  await failFirst(page, '**/rest/v1/orders?*', ...waiting)
  await page.getByRole('button', { name: 'Update 2 orders' }).click()
  await page.getByRole('button', { name: 'Change 2 orders' }).click()
  const bar = page.getByRole('progressbar')
  await expect(page.getByText('0 of 2 orders set to Shipped')).toBeVisible()
  await expectColors(bar, 'empty')
  gates[0]?.resolve()
  await expect(page.getByText('1 of 2 orders set to Shipped')).toBeVisible()
  await expectColors(bar, 'full')
  gates[1]?.resolve()
  await expect(page.getByText('2 of 2 orders set to Shipped')).toBeVisible()
})
