import { openHistory, openOrder, savedOrder } from '../support/admin.ts'
import { type OwnShop, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(async ({ shop }) => {
  await shop.sql('delete from private.export_batches')
  await shop.sql('delete from private.acts')
})

test('rules 14.50 to 14.53: a group is discarded by one press, and deleted', async ({
  page,
  shop,
}) => {
  const fake = await ordersIn(shop, 26, (nth) => ({ phone: `030055500${10 + nth}` }))
  const [phone] = await ordersIn(shop, 1, () => ({ phone: '03005550050' }))
  await ordersIn(shop, 1, () => ({ phone: '03005550060' }))
  await mark(shop, fake, 'many_from_connection', 'aaaaaaaaaaaa')
  await mark(shop, [phone], 'many_of_phone', 'bbbbbbbbbbbb')

  await page.goto('/admin/orders/marked')
  await expect(page).toHaveURL(/\/admin\/orders\?mark=any$/)
  const groups = page.getByRole('group', { name: 'Why they look odd' }).getByRole('button')
  await expect(groups).toHaveText([
    'All that look odd 27',
    'Many from one connection 26',
    'Many of one phone 1',
  ])
  await expect(page.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(25)
  await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(0)
  await groups.nth(2).click()
  await expect(page).toHaveURL(/\?mark=many_of_phone&group=bbbbbbbbbbbb$/)
  await expect(page.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(1)
  await groups.nth(1).click()
  const tick = page.getByRole('checkbox', { name: /^Select order/ })
  await expect(page.getByText('26 orders selected, 1 of them on other pages')).toBeVisible()
  await tick.first().uncheck()

  await page.getByRole('button', { name: 'Discard 25 orders' }).click()
  await expect(page.getByText('25 of 25 orders discarded')).toBeVisible()
  await expect(tick).toHaveCount(1)
  expect(await savedOrder(shop, String(fake[0]))).toMatchObject({ status: 'pending' })
  expect(await savedOrder(shop, String(fake[25]))).toMatchObject({ status: 'cancelled' })
  await page.getByRole('button', { name: 'Delete for good' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 25 orders for good?' })
  await expect(question).toContainText('This cannot be undone.')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('25 of 25 orders deleted for good')).toBeVisible()
  expect(await shop.sql('select from public.orders')).toHaveLength(3)
})

test('rules 14.52 and 14.54: one order is released', async ({ page, shop }) => {
  const [id = ''] = await ordersIn(shop, 1)
  await mark(shop, [id], 'unusual_rush', 'cccccccccccc')
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
  const history = await openHistory(page)
  await expect(history.getByText('Decision: none → Released').last()).toBeVisible()
})

async function mark(shop: OwnShop, ids: unknown[], name: string, group: string): Promise<void> {
  await shop.sql(
    `insert into private.marked_orders (order_id, mark, group_key)
     select id, $2, $3 from public.orders where id = any ($1)
     on conflict do nothing`,
    [ids, name, group],
  )
}
