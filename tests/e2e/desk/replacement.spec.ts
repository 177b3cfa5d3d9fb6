import { openMore, recordPrinting, setState } from '../support/admin.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, expectLink } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test('rule 21.30: a request for help becomes a replacement, for nothing', async ({
  page,
  shop,
}) => {
  const first = await orderIn(shop, { quantity: 2 })
  await setState(shop, first, { status: 'delivered' })
  await shop.sql(
    `insert into private.help_requests (order_id, kind, text) values ('${first}', 'damaged', 'One is broken')`,
  )
  await page.goto('/admin/messages')
  const request = page.getByRole('listitem').filter({ hasText: 'One is broken' })
  await request.getByRole('link', { name: 'Send a replacement' }).click()
  const form = page.getByRole('form', { name: 'Replacement' })
  await form.getByLabel(/^Units of /).fill('۱')
  await form.getByLabel('Note on the replacement').fill('Broken bottle')
  await expectAccessible(form)

  const printed = await recordPrinting(page)
  await form.getByRole('button', { name: 'Send Replacement' }).click()
  await expect(page.getByText('A replacement for order')).toContainText(first)
  await expect(page.getByText('nothing to collect').first()).toBeVisible()
  const saved = await shop.sql(
    `select id, total::integer as total from public.orders where replaces = '${first}'`,
  )
  expect(saved).toEqual([{ id: expect.any(String), total: 0 }])
  const id = String(saved[0]?.['id'])
  await expect(page).toHaveURL(new RegExp(`${id}$`))

  await (await openMore(page)).getByRole('button', { name: 'Print slip' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Replacement, nothing to collect')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: first }).click()
  await expectLink(page, id, `/admin/orders/${id}`)
  await page.goto('/admin/orders')
  await expect(page.getByText(`Replaces ${first}`).first()).toBeVisible()
})
