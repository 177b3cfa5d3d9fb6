/* The page of a batch: its orders, the numbers that come back, and the hand-over (rules 21.11 to 21.16). */
import type { Locator } from '@playwright/test'
import { recordPrinting, savedOrder, setStatus } from '../support/admin.ts'
import { openBatch, step, threeOrders } from '../support/batches.ts'
import { confirmAll, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { downloadBy, expectAccessible, expectNoOverflow } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

/** More than a page of other lists: the queue shows a morning's orders at once. */
const ORDERS = 26
/** Around the run, which has its own. */
const MAX_PRESSES = 12

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.courier_settings')
})

test('rules 21.11 to 21.16: numbers come back into a batch, it is shipped, and both are undone', async ({
  page,
  shop,
}) => {
  const printed = await recordPrinting(page)
  const ids = await threeOrders(shop)
  const rows = await openBatch(page, ids)
  const sheet = await rows.getByRole('link').allInnerTexts()
  expect(sheet.toSorted()).toEqual(ids.toSorted())
  await expectNoOverflow(page, [320, 360])
  await expect(step(page, 'Printed')).toHaveAttribute('aria-current', 'step')
  await page.getByRole('button', { name: 'Print slips' }).click()
  await expect.poll(printed).toBe(1)
  await expect(step(page, 'Printed')).toContainText('(done)')

  // A column goes by the order of the sheet, once it is confirmed. It is matched as it is pasted.
  await expect(step(page, 'Numbers')).toHaveAttribute('aria-current', 'step')
  // Rule 21.18: what the file is for.
  await expect(step(page, 'Numbers')).toContainText(
    'Give the file to PostEx: upload it in its portal',
  )
  // Rule 21.18: its file is chosen by the one filled button, beside the paste.
  await expect(page.getByRole('main').locator('.bg-forest')).toHaveText(['Choose its file'])
  // A rider of the shop's own gives no numbers.
  await page.getByRole('button', { name: 'Ship without a number' }).click()
  const question = page.getByRole('dialog', { name: 'Ship 3 orders?' })
  // Rule 15.13: whom each tick is about.
  for (const id of ids) await expect(question).toContainText(id)
  await question.getByRole('button', { name: 'Cancel' }).click()
  const found = page.getByRole('region', { name: 'Numbers that were found' })
  await page.getByLabel('Choose its file').setInputFiles({
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Order,Tracking Number\n${ids[0]},PX-1000001\n`),
  })
  await expect(found.getByRole('listitem')).toContainText(String(ids[0]))
  await found.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  const box = page.getByLabel('Paste what the courier’s page or file shows')
  await expect(box).toBeFocused()
  await box.fill('PX-1000001\nPX-1000002')
  const match = page.getByRole('button', { name: 'Match the Numbers' })
  await match.click()
  await found.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toHaveValue('PX-1000001\nPX-1000002')
  // Rule 21.26: what was pasted outlives a reload, until it is saved.
  await page.reload()
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  await expect(box).toHaveValue('PX-1000001\nPX-1000002')
  await match.click()
  await found.getByLabel('Which one has no number?').selectOption(String(sheet[1]))
  await expect(found.getByRole('listitem')).toHaveCount(2)
  await expect(found.getByRole('listitem').nth(1)).toContainText(String(sheet[2]))
  const areRight = found.getByLabel('These are right, in this order')
  await areRight.check()
  await found.getByRole('button', { name: 'Save 2 numbers' }).click()
  await expect(step(page, 'Numbers')).toContainText('1 without a number')
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  await expect(box).toHaveValue('')
  await box.fill('PX-1000009')
  await page.getByRole('button', { name: 'Close' }).click()
  // What gave no numbers leaves what is pasted for the next.
  await page.getByRole('button', { name: 'Undo Numbers' }).click()
  await expect(step(page, 'Numbers')).toContainText('3 without a number')
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  await expect(box).toHaveValue('PX-1000009')
  await box.fill('PX-1000001\nPX-1000002\nPX-1000003')
  await match.click()
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(found)
  const save = found.getByRole('button', { name: 'Save 3 numbers' })
  await expect(save).toBeDisabled()
  await areRight.check()
  // Rule 21.43: one row is left out, and the others stay.
  const third = found.getByRole('checkbox', { name: 'PX-1000003' })
  await third.uncheck()
  await expect(found).toContainText(`1 order stays without a number: ${sheet[2]}.`)
  await expect(found.getByRole('button', { name: 'Save 2 numbers' })).toBeEnabled()
  await third.check()
  await save.click()
  await expect(step(page, 'Numbers')).toContainText('(done)')
  for (const [nth, id] of sheet.entries()) {
    expect(await savedOrder(shop, id)).toMatchObject({
      tracking_number: `PX-100000${nth + 1}`,
      status: 'pending',
    })
  }

  // Rule 21.11: nothing that tells one parcel from another is cut.
  await page.setViewportSize({ width: 320, height: 740 })
  const cut = await rows.locator('*').evaluateAll((parts) =>
    parts
      .filter((part) => getComputedStyle(part).textOverflow === 'ellipsis')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  expect(cut).toEqual([])

  await page.getByRole('button', { name: 'Ship 3 orders' }).click()
  await expect(step(page, 'Shipped')).toContainText('(done)')
  await expect(rows.getByText('Shipped')).toHaveCount(3)
  expect((await savedOrder(shop, String(sheet[2]))).status).toBe('shipped')
  await expect(step(page, 'Customers told')).toContainText('3 to tell')
  await expect(step(page, 'Numbers')).not.toContainText('Give the file')
  // What was saved is said by the step, and by no toast over the page.
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await step(page, 'Numbers').locator('summary').click()
  await expect(page.getByRole('button', { name: 'Get the file again' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tell customers' })).toHaveAttribute(
    'href',
    /batch=\d+$/,
  )

  // Also where another tab did it: nothing of this one's memory is needed.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'Undo Shipped' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: '3 of 3 orders as before again' }),
  ).toHaveCount(1)
  await expect(step(page, 'Shipped')).toContainText('3 to ship')
  // The undo was a change: what gave the numbers is not offered to be undone as if there had been none.
  await expect(page.getByRole('button', { name: 'Undo Numbers' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo Printed' }).click()
  await expect(step(page, 'Printed')).not.toContainText('(done)')
  await expect(step(page, 'Shipped')).toHaveAttribute('aria-current', 'step')
  for (const id of ids) {
    expect(await savedOrder(shop, id)).toMatchObject({
      status: 'pending',
      tracking_number: expect.any(String),
    })
  }
})

test('rules 21.1 to 21.16: from the queue to the rider it is at most 12 presses, also where an order is left out, cancelled or without a number', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const printed = await recordPrinting(page)
  await ordersIn(shop, ORDERS, (nth) => ({ phone: `0300 66${String(nth).padStart(5, '0')}` }))
  await confirmAll(shop)
  const presses: string[] = []
  const press = async (target: Locator, what: string) => {
    await target.click()
    presses.push(what)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto('/admin/orders?stage=to_pack')
  await expect(page.locator('main [id^=order-]')).toHaveCount(ORDERS)
  const send = { name: `Send ${ORDERS} with PostEx` }
  await press(page.getByRole('button', send), 'send')
  await downloadBy(page, () =>
    press(page.getByRole('dialog').getByRole('button', send), 'with the courier'),
  )
  const rows = page.getByRole('list', { name: 'Orders of these parcels' })
  await expect(rows.getByRole('listitem')).toHaveCount(ORDERS)
  const [without = '', cancelled = '', ...shipped] = await rows.getByRole('link').allInnerTexts()
  const [first = ''] = shipped

  // Rule 21.12: an order is left out by one press, which Undo takes back.
  await page.getByRole('button', { name: `Don’t send ${without}` }).click()
  await expect(rows.getByRole('listitem').first()).toContainText('Not sent with these')
  await expect(page.getByText(`1 of ${ORDERS} not sent with these`)).toBeVisible()
  expect(await savedOrder(shop, without)).toMatchObject({ courier: null })
  await page.getByRole('button', { name: `Undo ${without}` }).click()
  await expect(rows.getByText('Not sent with these')).toHaveCount(0)
  expect(await savedOrder(shop, without)).toMatchObject({ courier: 'postex' })

  // Rules 21.11 and 21.14: a cancelled order is named, out of the papers, and gets no number.
  await setStatus(shop, cancelled, 'cancelled')
  await page.reload()
  await expect(rows.getByRole('listitem').nth(1)).toContainText('Was cancelled')
  await press(button('Print slips'), 'slips')
  await expect.poll(printed).toBe(1)
  await expect(page.getByRole('alert').filter({ hasText: '1 order left out' })).toContainText(
    `${cancelled}: cancelled`,
  )
  await press(page.locator('summary', { hasText: 'Printed' }), 'other papers')
  await press(button('Load sheet'), 'load sheet')
  await expect.poll(printed).toBe(2)

  await press(button('Paste numbers'), 'numbers')
  await expect(page.getByLabel('Paste what the courier’s page or file shows')).toBeFocused()
  // What a courier's page shows: a number beside each order id.
  const numbers = [cancelled, ...shipped].map((id, nth) => `${id}\tPX-${1000001 + nth}`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n'))
  await page.keyboard.press('ControlOrMeta+V')
  presses.push('paste')
  await expect(page.getByRole('list', { name: 'Left out' })).toHaveText(
    `${cancelled} was cancelled: its number PX-1000001 is left out.`,
  )
  const save = button(`Save and ship ${shipped.length}`)
  await press(save, 'save and ship')
  // One would stay here without a number: it is named before anything is shipped.
  const question = page.getByRole('dialog', { name: `Ship ${shipped.length} orders?` })
  await expect(question).toContainText('1 has no tracking number')
  // Whoever goes back finds the numbers as they were.
  await question.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await press(question.getByRole('button', { name: `Ship ${shipped.length} orders` }), 'ship')
  await expect(page.getByText(`${shipped.length} to tell`)).toBeVisible()
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(MAX_PRESSES)
  await expect(rows.getByText('Shipped')).toHaveCount(shipped.length)
  expect(await savedOrder(shop, first)).toMatchObject({
    status: 'shipped',
    tracking_number: 'PX-1000002',
  })
  expect(await savedOrder(shop, without)).toMatchObject({ status: 'pending' })
  await expectNoOverflow(page, [320, 360])

  // It is taken back as long as the one without a number stays, too.
  await button('Undo Shipped').click()
  await expect(rows.getByText('Shipped')).toHaveCount(0)
  expect(await savedOrder(shop, first)).toMatchObject({ status: 'pending', tracking_number: null })
})
