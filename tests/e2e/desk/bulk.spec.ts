/* Bulk changes of orders: docs/product.md, rules 15.1, 15.2, 15.13 and 15.14. */
import { openOrders, savedHistory, savedOrder, setStatus } from '../support/admin.ts'
import { confirmAll, type OwnShop, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, expectNoOverflow, recordShifts } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

/** A stale order is HTTP 409, which browsers log. */
test.use({ expectedNoise: /Error updating order status|Failed to load resource/ })

test('rules 15.2 and 15.14: all of a filter are changed at once, by keyboard alone, and Undo restores', async ({
  page,
  shop,
}) => {
  const ids = await ordersIn(shop, 26)
  const [first = '', second = ''] = ids
  await confirmAll(shop)
  await openOrders(page)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all of this filter' }).press('Enter')
  const all = 'All 26 orders of this filter selected, 25 of them on this page'
  await expect(page.getByText(all)).toBeVisible()
  await expect(page.getByRole('region').locator(':focus')).toContainText(all)

  await page.getByRole('button', { name: 'Change' }).press('Enter')
  await page.getByLabel('New status').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('p')
  await page.keyboard.press('Tab')
  const update = page.getByRole('button', { name: 'Update 26 orders' })
  await expect(update).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const without = dialog.getByLabel('Ship 26 without a tracking number too')
  await expect(without).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(update).toBeFocused()
  expect(await savedHistory(shop, first)).toEqual(['pending'])
  await page.keyboard.press('Enter')
  // A press that comes before the dialog reports that it is closed opens it again.
  await dialog.evaluate(async (shown: HTMLDialogElement) => {
    const update = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Update 26 orders',
    )
    shown.requestClose()
    await Promise.resolve()
    update?.click()
  })
  await without.check()
  await expect(dialog).toContainText('26 orders become Shipped with PostEx.')
  await dialog.getByRole('button', { name: 'Ship 26 orders' }).press('Enter')

  await expect(page.getByText('26 of 26 orders set to Shipped with PostEx')).toBeVisible()
  await expect(page.getByLabel('Change of the selected orders')).toBeFocused()
  for (const nth of [0, 3, 25])
    expect(await bookingOf(shop, String(ids[nth]))).toEqual(['shipped', null, 'postex'])
  // Nobody overwrites what happened since.
  await setStatus(shop, second, 'delivered')
  await page.getByRole('button', { name: 'Undo 26 orders' }).click()
  await expect(page.getByText('25 of 26 orders as before again')).toBeVisible()
  // The next step of the others is filled after Done.
  const bar = page.getByRole('region', { name: 'Selected orders', exact: true })
  await expect(bar.locator('.bg-forest')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved:' })).toContainText(
    `${second}Ayesha Khansomebody changed it meanwhile: status Shipped → Delivered`,
  )
  expect(await bookingOf(shop, first)).toEqual(['pending', null, null])
  expect(await bookingOf(shop, second)).toEqual(['delivered', null, 'postex'])
  await page.getByRole('button', { name: 'Done' }).click()

  // The selection stays, also on the other page.
  await expect(page.getByText(all)).toBeVisible()
  await page.getByRole('button', { name: 'Older' }).click()
  const onOtherPage = 'All 26 orders of this filter selected, 1 of them on this page'
  await expect(page.getByText(onOtherPage)).toBeVisible()
})

test('rules 15.1 and 15.13: the bar moves nothing, the dialog asks', async ({ page, shop }) => {
  const ids = await ordersIn(shop, 12, (nth) => ({ fullName: nth === 5 ? 'خ'.repeat(100) : 'Ali' }))
  await confirmAll(shop)
  const shifts = await recordShifts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openOrders(page)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  const checkboxes = page.getByRole('checkbox', { name: /^Select order/ })
  await expect(checkboxes).toHaveCount(12)
  const placeOfLast = () =>
    checkboxes.last().evaluate((box) => box.getBoundingClientRect().top + scrollY)
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Twelve orders are longer than that, once the list is laid out for the width.
    await expect.poll(placeOfLast).toBeGreaterThan(500)
    const before = await placeOfLast()
    await checkboxes.first().check()
    await expect(bar).toContainText('1 order selected')
    if (width === 360) await bar.getByRole('button', { name: 'Change' }).click()
    await expect(bar.getByLabel('New status')).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('button', { name: 'Update 1 order' })).toBeInViewport({ ratio: 1 })
    expect(await placeOfLast()).toBe(before)
    if (width === 360) expect(await shifts()).toEqual([])
    await checkboxes.first().uncheck()
  }

  await page.getByLabel('Select all on this page').check()
  await expectNoOverflow(page, [320, 360, 768, 1280])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // Once the list is laid out for the width: its rows are others then.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        const end = await checkboxes.last().boundingBox()
        const top = await bar.boundingBox()
        return Number(top?.y) - Number(end?.y) - Number(end?.height)
      })
      .toBeGreaterThanOrEqual(0)
  }

  const [, done, ended] = ids as [string, string, string]
  await setStatus(shop, done, 'delivered')
  await setStatus(shop, ended, 'cancelled')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row', { name: ended })).toContainText('Cancelled')
  await page.getByRole('button', { name: 'Update 12 orders' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('group')).toHaveAccessibleName(
    '1 is delivered, 1 is cancelled, 10 have no tracking number',
  )
  await dialog.getByLabel('Ship 10 without a tracking number too').check()
  await expect(dialog).toContainText('10 orders become Shipped.')
  await dialog.getByLabel('Change 1 cancelled too').check()
  await expect(dialog).toContainText('11 orders become Shipped.')
  await expectAccessible(dialog)
})

/** Status, tracking number and courier. */
async function bookingOf(shop: OwnShop, id: string): Promise<unknown[]> {
  const { status, tracking_number, courier } = await savedOrder(shop, id)
  return [status, tracking_number, courier]
}
