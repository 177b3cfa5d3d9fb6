/* Marked orders: groups on their page, one order on its own, and what sheets do with them. */
import type { Locator, Page } from '@playwright/test'
import {
  askToSend,
  openHistory,
  openMore,
  openOrder,
  openOrders,
  savedOrder,
} from '../support/admin.ts'
import { confirmAll, type OwnShop, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.acts')
})

test('rules 14.50 to 14.53: a group is looked at, discarded, restored and deleted', async ({
  page,
  shop,
}) => {
  const fake = await ordersIn(shop, 3, (nth) => ({ phone: `030055500${10 + nth}` }))
  const [phone] = await ordersIn(shop, 1, () => ({ phone: '03005550020' }))
  await ordersIn(shop, 1, () => ({ phone: '03005550030' }))
  for (const id of fake) await mark(shop, id, 'many_from_connection', 'aaaaaaaaaaaa')
  await mark(shop, String(phone), 'many_of_phone', 'bbbbbbbbbbbb')

  await openOrders(page)
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('link', { name: 'Marked orders (4)' }).click()
  const groups = page.getByRole('list', { name: 'Groups of marked orders' })
  await expect(groups.getByRole('heading')).toHaveText([
    'Many of one phone',
    'Many from one connection',
  ])
  await expect(groups).toContainText('3 orders')
  await expect(groups).toContainText('Lahore (3)')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Look 3 orders' }).click()
  await expect(page).toHaveURL(/\?mark=many_from_connection&group=aaaaaaaaaaaa$/)
  await expect(page.getByText('One group only.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(3)
  await page.getByLabel('Mark').selectOption('Many of one phone')
  await expect(page).toHaveURL(/\?mark=many_of_phone$/)
  await expect(page.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(1)

  await page.goto('/admin/orders/marked')
  await page.getByRole('button', { name: 'Discard 3 orders' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 orders discarded.' })).toBeVisible()
  await expect(groups.getByRole('heading')).toHaveText(['Many of one phone'])
  await expect(page.locator(':focus')).toHaveText('3 orders discarded.')
  expect(await savedOrder(shop, String(fake[0]))).toMatchObject({ status: 'cancelled' })
  const toast = page.getByRole('button', { name: 'Undo', exact: true })
  await toast.first().click()
  await expect(page.getByText('3 orders as before again.')).toBeVisible()
  expect(await savedOrder(shop, String(fake[0]))).toMatchObject({ status: 'pending' })

  // Later, from the last decisions.
  await page.getByRole('button', { name: 'Discard 3 orders' }).click()
  await expect(page.getByText('3 orders discarded.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 3 orders for good?' })
  await expect(question).toContainText('This cannot be undone.')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('3 orders deleted for good.')).toBeVisible()
  expect(await shop.sql('select from public.orders')).toHaveLength(2)
})

test('rules 14.52 to 14.54: one order is released, and a cancelled one deleted', async ({
  page,
  shop,
}) => {
  const [id = ''] = await ordersIn(shop, 1)
  await mark(shop, id, 'unconfirmed', 'cccccccccccc')
  await shop.sql(
    `insert into private.wrong_finds (order_id, counted_in, tries, limit_reached_at)
     values ($1, 1, 11, '2026-11-21T08:00:00Z')`,
    [id],
  )
  await openOrder(page, id)
  await expect(
    page.getByText('Somebody tried many phone numbers at this order on November 21, 2026'),
  ).toBeVisible()
  const release = page.getByRole('button', { name: 'Release' })
  await release.click()
  await expect(release).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(release).toBeVisible()
  await release.click()
  await expect(release).toBeHidden()
  const history = await openHistory(page)
  await expect(history.getByText('Decision: none → Released').last()).toBeVisible()
  await page.keyboard.press('Escape')

  const remove = (await openMore(page)).getByRole('button', { name: 'Delete this order for good' })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(remove).toBeHidden()
  await shop.sql("update public.orders set status = 'cancelled' where id = $1", [id])
  await page.reload()
  await openMore(page)
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Delete this order for good?' })
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(page.getByText(`${id} is deleted for good.`)).toBeVisible()
  expect(await shop.sql('select from public.orders')).toHaveLength(0)
})

test('rule 15.20: marked orders are sent only where that is said', async ({ page, shop }) => {
  const [first = '', second = ''] = await ordersIn(shop, 2)
  await confirmAll(shop)
  await mark(shop, first, 'unconfirmed', 'cccccccccccc')
  const dialog = await askToSend(page, [first, second])
  const send = dialog.getByRole('button', { name: 'Send 1 with PostEx' })
  await downloadOf(page, send)
  expect(await savedOrder(shop, second)).toMatchObject({ courier: 'postex' })
  expect(await savedOrder(shop, first)).toMatchObject({ courier: null })
  await askToSend(page, [first])
  await dialog.getByLabel('1 marked: include?').check()
  await downloadOf(page, send)
  expect(await savedOrder(shop, first)).toMatchObject({ courier: 'postex' })
})

async function downloadOf(page: Page, button: Locator): Promise<void> {
  const download = page.waitForEvent('download')
  await button.click()
  await download
}

async function mark(shop: OwnShop, id: string, name: string, group: string): Promise<void> {
  await shop.sql(
    `insert into private.marked_orders (order_id, mark, group_key)
     select id, $2, $3 from public.orders where id = $1
     on conflict do nothing`,
    [id, name, group],
  )
}
