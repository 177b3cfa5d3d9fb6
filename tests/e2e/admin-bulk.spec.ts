/* Bulk changes of orders: docs/product.md, rules 15.1, 15.2, 15.13 and 15.14. */
import type { Page } from '@playwright/test'
import { openOrders, savedHistory, savedOrder, setStatus } from './support/admin.ts'
import { type OwnShop, ordersIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow, recordShifts } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const ORDER_ROWS = '**/rest/v1/orders?*'

test('rules 15.1 and 15.2: all of a filter are selected, and 30 pasted lines with 2 wrong ones fill 28 boxes', async ({
  page,
  shop,
  context,
}) => {
  const ids = await ordersIn(shop, 30)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOrders(page)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 30 of this filter' }).click()
  const all = 'All 30 orders of this filter selected, 25 of them on this page'
  await expect(page.getByText(all)).toBeVisible()
  await expect(page.getByRole('region').locator(':focus')).toContainText(all)
  await page.getByRole('button', { name: 'Select only this page' }).click()
  await expect(page.getByText('25 orders selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 30 of this filter' }).click()
  await expect(page.getByText(all)).toBeVisible()

  await page.getByRole('button', { name: 'Tracking numbers' }).click()
  const lines = ids.map(
    (id, nth) => `${nth % 2 ? id : id.toLowerCase()}${';,\t '[nth % 4]}۱۲-${nth}`,
  )
  lines[3] = 'ZZZZZZZZ, 3'
  lines[7] = `${ids[0]}, 7`
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await boxOf(page, ids[9]).focus()
  await page.keyboard.press('ControlOrMeta+V')
  const message = page.getByRole('status').filter({ hasText: 'filled in' })
  await expect(message).toContainText('28 numbers filled in.')
  await expect(message.getByRole('listitem')).toHaveText([
    '“ZZZZZZZZ, 3”: no selected order is ZZZZZZZZ.',
    `“${ids[0]}, 7”: ${ids[0]} is in the list twice.`,
  ])
  await expect(boxOf(page, ids[29])).toHaveValue('12-29')
  await expect(boxOf(page, ids[3])).toHaveValue('')

  // A number that the database would refuse is said at its field, and nothing is sent.
  await boxOf(page, ids[3]).fill('#3')
  await page.getByRole('button', { name: 'Update 30 orders' }).click()
  await expect(boxOf(page, ids[3])).toBeFocused()
  await expect(boxOf(page, ids[3])).toHaveAccessibleDescription(/Only Latin letters/)
  await boxOf(page, ids[3]).fill('12-4')
  await expect(boxOf(page, ids[3])).toHaveAccessibleDescription(`The same number as ${ids[4]}.`)
  await boxOf(page, ids[3]).fill('12-3')
  await page.getByRole('button', { name: 'Update 30 orders' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('30 orders become Shipped.')
  await expect(dialog).toContainText('29 get a tracking number.')
  await expect(dialog).toContainText('1 has no tracking number.')
  await dialog.getByRole('button', { name: 'Change 30 orders' }).click()
  await expect(page.getByText('30 of 30 orders set to Shipped')).toBeVisible()
  for (const nth of [0, 3, 7, 29]) {
    const number = nth === 7 ? null : `12-${nth}`
    expect(await bookingOf(shop, String(ids[nth]))).toEqual(['shipped', number, null])
  }
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByLabel('Select all on this page').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  await (await download).delete()
  await expect(page.getByText('25 orders exported.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV' })).toBeFocused()
  for (const [change, count] of [
    [() => page.getByRole('button', { name: 'Older' }).click(), 5],
    [() => page.getByLabel('Search').fill('Ayesha'), 25],
    [
      () =>
        page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Shipped (30)'),
      25,
    ],
  ] as const) {
    await change()
    await expect(page.getByText('No order selected')).toBeVisible()
    // The rows on screen are replaced a little later, which empties the selection too.
    await expect(async () => {
      await page.getByLabel('Select all on this page').check()
      await expect(page.getByText(`${count} orders selected`)).toBeVisible({ timeout: 1000 })
    }).toPass()
  }
})

test('rule 15.13: delivered and cancelled orders are named, and changed only where ticked', async ({
  page,
  shop,
}) => {
  const [open, done, ended] = (await ordersIn(shop, 3)) as [string, string, string]
  await setStatus(shop, done, 'delivered')
  await setStatus(shop, ended, 'cancelled')
  await openOrders(page)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Update 3 orders' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('group')).toHaveAccessibleName('1 is delivered, 1 is cancelled')
  await expect(dialog).toContainText('1 order becomes Shipped.')
  await dialog.getByLabel('Change 1 cancelled too').check()
  await expect(dialog).toContainText('2 orders become Shipped.')
  await expectAccessible(page)
  await expectNoOverflow(page, [320])
  await dialog.getByRole('button', { name: 'Change 2 orders' }).click()
  await expect(page.getByText('2 of 2 orders set to Shipped')).toBeVisible()
  for (const [id, status] of [
    [open, 'shipped'],
    [done, 'delivered'],
    [ended, 'shipped'],
  ] as const) {
    expect((await savedOrder(shop, id)).status).toBe(status)
  }
})

/** A stale order is HTTP 409, which browsers log. */
test.describe('with changes that fail', () => {
  test.use({ expectedNoise: /Error updating order status|Failed to load resource/ })

  test('rules 15.2 and 15.14: a scanner fills the boxes, a dialog asks, and Undo restores every order', async ({
    page,
    shop,
  }) => {
    const ids = await ordersIn(shop, 5)
    await openOrders(page)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Tracking numbers' }).click()
    await expect(boxOf(page, ids[0])).toBeFocused()
    for (const nth of ids.keys()) await page.keyboard.type(`PX-${nth}\n`)
    // What is scanned after the last box stays there.
    await page.keyboard.press('Enter')
    await expect(page.getByText('That was the last box.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const [nth, id] of ids.entries()) {
      await expect(boxOf(page, id)).toHaveValue(`PX-${nth}`)
      expect((await savedOrder(shop, id)).status).toBe('pending')
    }

    // By keyboard alone: from the last box over the status to the courier, and on to the button.
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('New status')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('p')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Update 5 orders' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('5 orders become Shipped with PostEx.')
    await expect(dialog).toContainText('5 get a tracking number.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Update 5 orders' })).toBeFocused()
    expect(await savedHistory(shop, String(ids[0]))).toEqual(['pending'])
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Change 5 orders' }).press('Enter')

    await expect(page.getByText('5 of 5 orders set to Shipped with PostEx')).toBeVisible()
    await expect(page.getByLabel('Change of the selected orders')).toBeFocused()
    for (const [nth, id] of ids.entries()) {
      expect(await bookingOf(shop, id)).toEqual(['shipped', `PX-${nth}`, 'postex'])
    }
    // Nobody overwrites what happened since.
    await setStatus(shop, String(ids[1]), 'delivered')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('4 of 5 orders as before again')).toBeVisible()
    expect(await page.getByLabel('Orders updated').getAttribute('value')).toBe('4')
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved:' })).toContainText(
      `${ids[1]}Ayesha Khansomebody changed it meanwhile: status Shipped → Delivered`,
    )
    expect(await bookingOf(shop, String(ids[0]))).toEqual(['pending', null, null])
    expect(await bookingOf(shop, String(ids[1]))).toEqual(['delivered', 'PX-1', 'postex'])
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('5 orders selected')).toBeVisible()
  })

  test('rule 15.2: leaving asks first, and after a reload the rest is continued, each order once', async ({
    page,
    shop,
  }) => {
    const ids = (await ordersIn(shop, 3)) as [string, string, string]
    await openOrders(page)
    await page.getByLabel('Select all on this page').check()
    const arrived = Promise.withResolvers<void>()
    // The second change is saved, and its response is lost with the page.
    await page.route(ORDER_ROWS, async (route) => {
      if (!route.request().url().includes(ids[1])) return route.continue()
      await route.fetch()
      arrived.resolve()
    })
    await page.getByRole('button', { name: 'Update 3 orders' }).click()
    await page.getByRole('button', { name: 'Change 3 orders' }).click()
    await arrived.promise
    await expect(page.getByText('1 of 3 orders set to Shipped')).toBeVisible()
    expect(await page.getByLabel('Orders updated').getAttribute('value')).toBe('1')

    const asked = page.waitForEvent('dialog')
    const click = page.getByRole('link', { name: 'View Details' }).first().click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await click
    await expect(page.getByText('1 of 3 orders set to Shipped')).toBeVisible()

    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByText('1 of 3 orders set to Shipped. 2 orders left')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with 2 orders' }).click()
    await expect(page.getByText('3 of 3 orders set to Shipped')).toBeVisible()
    for (const id of ids) expect(await savedHistory(shop, id)).toEqual(['pending', 'shipped'])
    await page.getByRole('button', { name: 'Undo 3 orders' }).click()
    await expect(page.getByText('3 of 3 orders as before again')).toBeVisible()
  })
})

test('rule 15.1: the bar moves nothing, covers no row for good, and works on a phone', async ({
  page,
  shop,
}) => {
  await ordersIn(shop, 12)
  const shifts = await recordShifts(page)
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openOrders(page)
    const bar = page.getByRole('region', { name: 'Selected orders' })
    const checkboxes = page.getByRole('checkbox', { name: /^Select order/ })
    await expect(checkboxes).toHaveCount(12)
    const placeOfLast = () =>
      checkboxes.last().evaluate((box) => box.getBoundingClientRect().top + scrollY)
    const before = await placeOfLast()
    await checkboxes.first().check()
    await expect(bar).toContainText('1 order selected')
    expect(await placeOfLast()).toBe(before)
    if (width === 360) await bar.getByRole('button', { name: 'Change' }).click()
    await expect(bar.getByLabel('New status')).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('button', { name: 'Update 1 order' })).toBeInViewport({ ratio: 1 })
    expect(await placeOfLast()).toBe(before)
    expect(await shifts()).toEqual([])

    await bar.getByRole('button', { name: 'Tracking numbers' }).click()
    await expectNoOverflow(page, width === 360 ? [320, 360] : [768, 1280])
    // Elsewhere axe would measure what sticks out from under the bar.
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expectAccessible(page, [width])
    const end = await checkboxes.last().boundingBox()
    const top = await bar.boundingBox()
    expect(Number(end?.y) + Number(end?.height)).toBeLessThanOrEqual(Number(top?.y))
  }
})

function boxOf(page: Page, id: string | undefined) {
  return page.getByLabel(`Tracking number for ${id}`)
}

/** Status, tracking number and courier. */
async function bookingOf(shop: OwnShop, id: string): Promise<unknown[]> {
  const { status, tracking_number, courier } = await savedOrder(shop, id)
  return [status, tracking_number, courier]
}
