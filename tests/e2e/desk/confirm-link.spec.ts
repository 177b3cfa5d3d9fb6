/* The confirm link of the admin's message, in a browser that has never seen the order. */
import type { Page, Route } from '@playwright/test'
import { type OwnShop, orderIn, test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.use({ expectedNoise: /Error changing an order|Failed to load resource/ })

const CODE = 'AbcdEfgh0123456789abcdef'

/** An order of hours ago, and the message's link to it. */
async function linkTo(shop: OwnShop): Promise<{ id: string; link: string }> {
  const id = await orderIn(shop)
  await shop.withoutTriggers(
    "update public.orders set date = now() - interval '2 hours' where id = $1",
    [id],
  )
  await shop.sql(
    `insert into private.confirm_codes (selector, order_id, code_hash)
     values (left($2, 8), $1, private.hash_token($2))`,
    [id, CODE],
  )
  return { id, link: `/order/tracking/${id}#confirm=${CODE}` }
}

async function open(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Is this order right?' })).toBeVisible()
}

test('rule 21.5: a link that has ended says so; by another, one press confirms the order, and the code stands in no URL', async ({
  page,
  shop,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const { id, link } = await linkTo(shop)
  await shop.sql("update private.confirm_codes set made_at = now() - interval '8 days'")
  await open(page, link)
  await expect(page.getByText('This link was used already or has ended.')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yes, I confirm' })).toHaveCount(0)

  await shop.sql('update private.confirm_codes set made_at = now()')
  await page.goto('/robots.txt')
  await open(page, link)
  await expect(page).toHaveURL(new RegExp(`/order/tracking/${id}$`))
  expect(await shop.sql('select from private.confirmation_attempts')).toHaveLength(0)
  await expectAccessible(page)
  const yes = page.getByRole('button', { name: 'Yes, I confirm' })
  const loseResponse = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/rpc/confirm_order', loseResponse, { times: 1 })
  await yes.press('Enter')
  await expect(
    page.getByText('We could not reach our shop, so this may not be saved.'),
  ).toBeVisible()
  // The order as it is read then: the code is used.
  const read = page.waitForResponse('**/rpc/track_order')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(await (await read).json()).toMatchObject({ order: { mayChange: false } })
  await expect(page.getByRole('link', { name: 'Cancel order' })).toHaveCount(0)
  await yes.press('Enter')
  await expect(page.getByText('Thank you. Your order is confirmed')).toBeVisible()
  expect(await shop.sql('select actor, act from private.confirmation_attempts')).toEqual([
    { actor: 'customer', act: 'yes' },
  ])
  expect(requested.filter((url) => url.includes(CODE))).toEqual([])
  // The page stays whole, also after a reload, although the code has ended.
  await page.reload()
  await expect(page.getByText('Shipping Details')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Yes, I confirm' })).toHaveCount(0)
})

test('rule 21.5: an address is changed, or the order cancelled, by the link alone', async ({
  page,
  shop,
}) => {
  const { id, link } = await linkTo(shop)
  await open(page, link)
  const question = page.getByRole('region', { name: 'Is this order right?' })
  await question.getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Address', { exact: true }).fill('5 New Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('5 New Street').first()).toBeVisible()
  expect(await shop.sql('select used_for from private.confirm_codes')).toEqual([
    { used_for: 'correct' },
  ])
  const second = `${CODE.slice(0, 7)}X${CODE.slice(8)}`
  await shop.sql(
    `insert into private.confirm_codes (selector, order_id, code_hash)
     values (left($2, 8), $1, private.hash_token($2))`,
    [id, second],
  )
  await page.goto('/robots.txt')
  await open(page, `/order/tracking/${id}#confirm=${second}`)
  await page.getByRole('link', { name: 'Cancel order', exact: true }).click()
  await page.getByLabel('I ordered the wrong thing').check()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('heading', { name: 'Your order was cancelled' })).toBeVisible()
})
