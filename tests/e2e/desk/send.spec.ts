/* Orders by stage: chips, rows that change in place, and sending what is to pack. */
import readXlsxFile from 'read-excel-file/node'
import { countsOrders, listedIds, openOrders, POLL_MS, savedOrder } from '../support/admin.ts'
import { confirmAll, orderIn, ordersIn, adminTest as test } from '../support/own-shop.ts'
import {
  downloadBy,
  expectAccessible,
  expectNoOverflow,
  ON_PHONE,
  recordShifts,
} from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
})

test('rules 14.3, 15.20 and 21.47: from the chip "To pack" to the page of the batch in three presses', async ({
  page,
  shop,
}) => {
  const packed = await ordersIn(shop, 3)
  const odd = await orderIn(shop)
  await confirmAll(shop)
  await shop.sql(
    "insert into private.marked_orders (order_id, mark, group_key) values ($1, 'unusual_rush', 'cccccccccccc')",
    [odd],
  )
  const onHold = await orderIn(shop, { fullName: 'Zainab Bibi' })
  await shop.sql(
    "insert into private.confirmation_attempts (order_id, at, actor, act) values ($1, now(), 'admin', 'hold')",
    [onHold],
  )
  const asked = await orderIn(shop, { fullName: 'Sana Malik' })
  await page.setViewportSize({ width: 360, height: 740 })
  const shifts = await recordShifts(page)
  await openOrders(page)
  const chips = page.getByRole('group', { name: 'Stage', exact: true })
  await expect(chips.getByRole('button', { name: 'To confirm 2' })).toBeVisible()
  expect(await shifts()).toEqual([])
  const place = await chips.boundingBox()
  await chips.getByRole('button', { name: 'To confirm 2' }).click()
  await expect(page.getByRole('link', { name: 'Start' })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => listedIds(page)).toEqual([odd, asked])
  await chips.getByRole('button', { name: 'To pack 3' }).click()
  const send = page.getByRole('button', { name: 'Send 3 with PostEx' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect.poll(() => listedIds(page)).toEqual(packed.toReversed())
  // Other rows may come long after the press, and what stands below them moves.
  expect(await chips.boundingBox()).toEqual(place)
  await expectNoOverflow(page, [320, 360, 768, 1280])
  await page.setViewportSize({ width: 360, height: 740 })

  await page.getByLabel(`Select order ${packed[2]}`).uncheck()
  await page.getByRole('button', { name: 'Send 2 with PostEx' }).click()
  const dialog = page.getByRole('dialog')
  // Not all that may leave are ticked, so it is about these alone.
  await expect(dialog).toContainText('2 orders, ')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel(`Select order ${packed[2]}`).check()

  await send.click()
  await expect(dialog).toContainText('1 on hold: left out.')
  await expect(dialog).toContainText(`Zainab Bibi (${onHold})`)
  await expect(dialog.getByRole('button', { name: 'Send 3 with PostEx' })).toBeVisible()
  await dialog.getByLabel('1 not confirmed: include?').check()
  await dialog.getByLabel('1 looking odd: include?').check()
  expect(await savedOrder(shop, odd)).toMatchObject({ courier: null })
  await expectAccessible(page, ON_PHONE)
  await dialog.getByLabel('Courier').selectOption('TCS')
  const { bytes } = await downloadBy(page, () =>
    dialog.getByRole('button', { name: 'Send 5 with TCS' }).click(),
  )
  const [sheet] = await readXlsxFile(bytes)
  expect(sheet?.data).toHaveLength(6)
  await expect(page).toHaveURL(/batch\?id=\d+$/)
  for (const id of [...packed, asked, odd])
    expect(await savedOrder(shop, id)).toMatchObject({ courier: 'tcs' })
  expect(await savedOrder(shop, onHold)).toMatchObject({ courier: null })
  // Nothing that was sent is offered again, and the courier is that of the last time.
  await openOrders(page, '?stage=to_pack')
  // A list offers what is done with its orders as long as it has any.
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send / })).toBeHidden()
  await openOrders(page, '?stage=needs_number')
  await expect(page.getByRole('link', { name: 'Add numbers' })).toBeVisible()
  await openOrders(page, '?stage=to_confirm')
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start' })).toHaveCount(0)
  await openOrders(page)
  await page.getByLabel(`Select order ${onHold}`).check()
  await expect(page.getByRole('button', { name: 'Resume 1 order' })).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Send 1 with TCS' })).toBeVisible()
})

test('rule 14.5: a row changes where it stands, and stage and ticks stay', async ({
  page,
  shop,
}) => {
  const token = 'a-token-that-only-this-test-has-'
  const id = await orderIn(shop, { token })
  const other = await orderIn(shop)
  await confirmAll(shop)
  await page.clock.install()
  await openOrders(page, '?stage=to_pack')
  await countsOrders(page)
  await expect(page.getByRole('button', { name: 'Send 2 with PostEx' })).toBeVisible()
  const p = JSON.stringify({ id, token, version: 1, reason: 'other' })
  await shop.sql('select public.cancel_order($1)', [p])
  await page.clock.fastForward(POLL_MS)
  const row = page.getByRole('row', { name: id })
  await expect(row).toContainText('Just now: cancelled')
  // It may not leave any more, and nothing else moved.
  await expect(page.getByRole('button', { name: 'Send 1 with PostEx' })).toBeVisible()
  await expect(page).toHaveURL(/stage=to_pack$/)
  expect(await listedIds(page)).toEqual([id, other])
  await expect(page.getByLabel(`Select order ${other}`)).toBeChecked()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => listedIds(page)).toEqual([other])
})
