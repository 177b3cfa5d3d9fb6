/* Orders by stage: chips, rows that change in place, and sending what is to pack. */
import readXlsxFile from 'read-excel-file/node'
import { countsOrders, listedIds, openOrders, POLL_MS, savedOrder } from '../support/admin.ts'
import { confirmAll, orderIn, ordersIn, adminTest as test } from '../support/own-shop.ts'
import {
  dataLoaded,
  downloadBy,
  expectAccessible,
  expectNoOverflow,
  ON_PHONE,
  recordShifts,
  slowData,
} from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
})

test('rules 14.3, 14.5, 14.55, 14.61, 15.20 and 21.47: from the chip "To pack" to the page of the batch in three presses; a row changes where it stands', async ({
  page,
  shop,
}) => {
  const packed = await ordersIn(shop, 3)
  const token = 'a-token-that-only-this-test-has-'
  const gone = await orderIn(shop, { token })
  const odd = await orderIn(shop)
  await confirmAll(shop)
  const onHold = await orderIn(shop, { fullName: 'Zainab Bibi' })
  await shop.sql(
    "insert into private.confirmation_attempts (order_id, at, actor, act) values ($1, now(), 'admin', 'hold')",
    [onHold],
  )
  const asked = await orderIn(shop, { fullName: 'Sana Malik' })
  await shop.sql(
    `insert into private.marked_orders (order_id, mark, group_key)
     select unnest($1::text[]), 'unusual_rush', 'cccccccccccc'`,
    [[odd, asked]],
  )
  await page.setViewportSize({ width: 360, height: 740 })
  const shifts = await recordShifts(page)
  await page.clock.install()
  await slowData(page)
  await openOrders(page)
  await countsOrders(page)
  const chips = page.getByRole('group', { name: 'Stage', exact: true })
  await expect(chips.getByRole('button', { name: 'To confirm 2' })).toBeVisible()
  expect(await shifts()).toEqual([])
  // What it opens is what it counts.
  const more = chips.getByRole('button', { name: 'More 1' })
  await more.click()
  const behind = page.getByRole('group', { name: 'Other stages' })
  await expect(behind.getByRole('button')).toHaveText(['Held 1', 'Looks odd 2'])
  await more.click()
  const place = await chips.boundingBox()
  await chips.getByRole('button', { name: 'To confirm 2' }).click()
  await expect(page.getByRole('link', { name: 'Start' })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => listedIds(page)).toEqual([odd, asked])
  await chips.getByRole('button', { name: 'To pack 4' }).click()
  const send = (count: number, courier = 'PostEx') => ({ name: `Send ${count} with ${courier}` })
  await expect(page.getByRole('button', send(4))).toBeInViewport({ ratio: 1 })
  const listed = [...packed.toReversed(), gone]
  await expect.poll(() => listedIds(page)).toEqual(listed)
  // Other rows may come long after the press, and what stands below them moves.
  expect(await chips.boundingBox()).toEqual(place)
  await expectNoOverflow(page, [320, 360, 768, 1280])
  await page.setViewportSize({ width: 360, height: 740 })

  // Its customer cancels one: it may not leave any more, and nothing else moves.
  const p = JSON.stringify({ id: gone, token, version: 1, reason: 'other' })
  await shop.sql('select public.cancel_order($1)', [p])
  await dataLoaded(page)
  await page.clock.fastForward(POLL_MS)
  await expect(page.getByRole('main').getByText('Just now: cancelled')).toBeVisible()
  await expect(page.getByRole('button', send(3))).toBeVisible()
  await expect(page).toHaveURL(/stage=to_pack$/)
  expect(await listedIds(page)).toEqual(listed)
  await expect(page.getByLabel(`Select order ${packed[2]}`)).toBeChecked()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => listedIds(page)).toEqual(packed.toReversed())

  await page.getByLabel(`Select order ${packed[2]}`).uncheck()
  await page.getByRole('button', send(2)).click()
  const dialog = page.getByRole('dialog')
  // Not all that may leave are ticked, so it is about these alone.
  await expect(dialog).toContainText('2 orders, ')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel(`Select order ${packed[2]}`).check()

  await page.getByRole('button', send(3)).click()
  await expect(dialog).toContainText('1 on hold: left out.')
  await expect(dialog).toContainText(`Zainab Bibi (${onHold})`)
  await expect(dialog.getByRole('button', send(3))).toBeVisible()
  // Each by one tick, whatever is asked about it.
  await dialog.getByLabel('1 looking odd: include?').check()
  await dialog.getByLabel('1 looking odd and not confirmed: include?').check()
  expect(await savedOrder(shop, odd)).toMatchObject({ courier: null })
  await expectAccessible(dialog, ON_PHONE)
  await dialog.getByLabel('Courier').selectOption('TCS')
  const { bytes } = await downloadBy(page, () => dialog.getByRole('button', send(5, 'TCS')).click())
  const [sheet] = await readXlsxFile(bytes)
  expect(sheet?.data).toHaveLength(6)
  await expect(page).toHaveURL(/batch\?id=\d+$/)
  for (const id of [...packed, asked, odd])
    expect(await savedOrder(shop, id)).toMatchObject({ courier: 'tcs' })
  expect(await savedOrder(shop, onHold)).toMatchObject({ courier: null })
  // Nothing that was sent is offered again: a list offers what is done with its orders as long as it has any.
  await openOrders(page, '?stage=to_pack')
  await expect(page.getByText('No orders found matching your criteria')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send / })).toBeHidden()
  await openOrders(page, '?stage=held')
  await expect(page.getByText('Tick the orders to resume.')).toBeInViewport({ ratio: 1 })
  await chips.getByRole('button', { name: 'All 7' }).click()
  await page.getByLabel(`Select order ${onHold}`).check()
  await expect(page.getByRole('button', { name: 'Resume 1 order' })).toBeVisible()

  // The chips add up to all, and none has a number beside a search.
  const numbers = async () =>
    (await chips.getByRole('button').allTextContents()).map((text) =>
      Number(text.match(/\d+$/)?.[0] ?? Number.NaN),
    )
  const [all, ...others] = await numbers()
  expect(others.reduce((sum, count) => sum + count, 0)).toBe(all)
  await page.getByLabel('Search').fill('khan')
  await expect.poll(numbers).toEqual([all, ...others].map(() => Number.NaN))
})
