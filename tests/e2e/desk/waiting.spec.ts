/* The list of those who wait for a reply, at the width of a phone (docs/desk-rules.md, rule 21.71). */
import { listedIds } from '../support/admin.ts'
import { ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, ON_PHONE, recordShifts } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('rules 15.1, 16.21 and 21.71: a double tap on Yes confirms one customer; what is ticked is confirmed by one press', async ({
  page,
  shop,
}) => {
  const [third, second, first] = await ordersIn(shop, 3)
  await shop.sql(
    `insert into private.confirmation_attempts (order_id, at, actor, act)
     select id, now(), 'admin', 'asked' from public.orders`,
  )
  const shifts = await recordShifts(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: '3 waiting for a reply' }).click()
  await expect.poll(() => listedIds(page)).toEqual([first, second, third])
  // What a response moves half a second after its press counts as a shift, also the row that was pressed.
  expect(await shifts()).toEqual([])
  const confirmed = async () =>
    (await shop.sql("select order_id from private.confirmation_attempts where act = 'yes'")).map(
      (row) => row['order_id'],
    )

  const row = page.getByRole('listitem').filter({ hasText: String(first) })
  const height = (await row.boundingBox())?.height
  await page.getByRole('button', { name: `Yes of ${first}` }).dblclick()
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await confirmed()).toEqual([first])
  expect((await row.boundingBox())?.height).toBe(height)
  expect(await listedIds(page)).toEqual([first, second, third])
  await expectAccessible(row, [...ON_PHONE, [768, 'light'], [1280, 'light']])
  await page.setViewportSize({ width: 360, height: 740 })
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('button', { name: 'Yes' })).toBeVisible()
  expect(await confirmed()).toEqual([])

  const clear = page.getByRole('button', { name: 'Clear selection' })
  await page.getByLabel(`Select order ${first}`).check()
  const top = async () => Math.round((await clear.boundingBox())?.y ?? 0)
  const before = await top()
  await page.getByLabel(`Select order ${second}`).check()
  expect(await top()).toBe(before)
  await page.getByRole('button', { name: 'Yes to 2 orders' }).click()
  await expect(page.getByText('2 of 2 orders confirmed')).toBeVisible()
  await expect.poll(() => listedIds(page)).toEqual([third])
  await page.getByRole('button', { name: 'Undo 2 orders' }).click()
  await expect.poll(() => listedIds(page)).toEqual([first, second, third])
})

test.describe('without a response', () => {
  test.use({ expectedNoise: /Error saving a press|ERR_FAILED/ })

  test('rule 21.71: what is not saved, and Retry, are on the screen where a row far below was pressed', async ({
    page,
    shop,
  }) => {
    const [last = ''] = await ordersIn(shop, 12)
    await shop.sql(
      `insert into private.confirmation_attempts (order_id, at, actor, act)
       select id, now(), 'admin', 'asked' from public.orders`,
    )
    await page.goto('/admin/orders/run')
    await page.route('**/rpc/admin_act', (route) => route.abort())
    await page.getByRole('button', { name: `Yes of ${last}` }).click()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, ON_PHONE)
    await page.unroute('**/rpc/admin_act')
    await retry.click()
    await expect(page.getByRole('button', { name: `Undo of ${last}` })).toBeVisible()
  })
})
