/* What a customer does with a placed order, and what the admin sees of it. */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { price, product, total } from '#tests/support/catalogue.ts'
import { openHistory, openOrder, setStatus } from '../support/admin.ts'
import { savedCart } from '../support/customer.ts'
import { type OwnShop, orderOnDevice, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, lookAgain, recordShifts } from '../support/page-checks.ts'
import { expect, hydrated } from '../support/shop-test.ts'

/** An order of this device on its tracking page. */
async function placed(page: Page, shop: OwnShop): Promise<string> {
  const id = await orderOnDevice(page, shop)
  await track(page, id)
  return id
}

async function track(page: Page, id: string): Promise<void> {
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText(id).first()).toBeVisible()
}

async function openForm(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}

function changes(page: Page) {
  return page.getByRole('region', { name: 'Need to change something?' })
}

async function history(page: Page) {
  return (await openHistory(page)).getByRole('listitem')
}

/** Delivered that long ago. */
async function deliver(shop: OwnShop, id: string, age: string): Promise<void> {
  await setStatus(shop, id, 'delivered')
  await shop.withoutTriggers(
    `update public.orders set tracking_history = jsonb_set(
       tracking_history, '{-1,at}', to_jsonb(now() - $2::interval)) where id = $1`,
    [id, age],
  )
}

test('rule 7.16: a wrong street is changed, and the admin sees both', async ({ page, shop }) => {
  const shifts = await recordShifts(page)
  const id = await orderOnDevice(page, shop)
  await page.goto(paths.confirmation(id))
  await page.getByRole('link', { name: 'Change or cancel' }).click()
  await expect(changes(page)).toBeFocused()
  await expect(page.getByText('Change Address or Phone')).toBeInViewport()
  expect(await shifts()).toEqual([])
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await expect(changes(page)).toBeFocused()
  const [address, save] = [
    page.getByLabel('Address', { exact: true }),
    page.getByRole('button', { name: 'Save Changes' }),
  ]
  await address.fill(' ')
  await save.click()
  await expect(address).toHaveAccessibleDescription('This field is required')
  await expect(address).toBeFocused()
  await expectAccessible(changes(page))
  await address.fill('House 9, Street 8')
  await page.getByLabel('Landmark').fill('Blue mosque')
  await save.click()
  await expect(page.getByText('Your order is changed.')).toBeInViewport()
  await expect(save).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeFocused()
  await expect(page.getByText('House 9, Street 8')).toBeVisible()

  await openOrder(page, id)
  const change = (await history(page)).filter({ hasText: 'Address:' })
  await expect(change).toContainText(`Address: ${goodAddress.address} → House 9, Street 8`)
  await expect(change).toContainText('Landmark: none → Blue mosque')
  await expect(change).toContainText('Customer')
})

test('rule 7.17: it is cancelled with a reason, which the admin sees', async ({ page, shop }) => {
  const id = await placed(page, shop)
  await openForm(page, 'Cancel Order')
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByLabel('I changed my mind')).toBeFocused()
  await expect(page.getByLabel('I changed my mind')).toHaveAccessibleDescription(
    'Please choose one.',
  )
  await expectAccessible(changes(page))
  await page.getByLabel('It comes too late').check()
  await expect(page.getByText('Please choose one.')).toBeHidden()
  await page.getByLabel('Anything else? (optional)').fill('Eid is over <b>then</b>')
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const heading = page.getByRole('heading', { name: 'Your order was cancelled' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Order cancelled' }).first()).toBeVisible()
  await expect(page.getByText('Order Placed, done')).toBeVisible()
  await expect(page.getByText('not yet')).toHaveCount(0)
  const height = () => page.getByRole('main').evaluate((main) => main.scrollHeight)
  const inPlace = await height()
  await track(page, id)
  await expect(heading).toBeVisible()
  expect(inPlace).toBe(await height())

  await openOrder(page, id)
  const notice = page.getByRole('region', { name: 'Next step' })
  await expect(notice).toContainText('Cancelled by the customer: It comes too late')
  await expect(notice).toContainText('Eid is over <b>then</b>')
  const last = (await history(page)).last()
  await expect(last).toContainText('Cancelled because: none → It comes too late')
  await expect(last).toContainText('Status: Cancelled')
})

test.describe('where the database refuses', () => {
  // The response of a refusal.
  test.use({ expectedNoise: /status of 409|ShopError: too_late/ })

  test('rules 7.36 and 7.37: a damaged bottle is reported on day 2 and both sides see its state, and on day 4 the page says that the days are over', async ({
    page,
    shop,
  }) => {
    const other = await orderOnDevice(page, shop)
    await deliver(shop, other, '2 days')
    await track(page, other)
    const [text, ask] = [
      page.getByLabel('What do you see?'),
      page.getByRole('button', { name: 'Ask for Help' }),
    ]
    await openForm(page, 'Damaged or Wrong Item?')
    await page.getByLabel('An item arrived damaged').check()
    await text.fill('Broken')
    await deliver(shop, other, '4 days')
    await ask.click()
    await expect(page.getByText('The 3 days after the delivery are over.')).toBeVisible()
    await expect(text).toHaveValue('Broken')
    await track(page, other)
    await openForm(page, 'Damaged or Wrong Item?')
    await expect(page.getByText(/they ended on \w+ \d+, \d{4}/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'contact us' })).toBeVisible()
    await expect(text).toBeHidden()

    const id = await orderOnDevice(page, shop)
    await deliver(shop, id, '2 days')
    await track(page, id)
    await openForm(page, 'Damaged or Wrong Item?')
    await expect(
      page.getByText(/^What is wrong\? You can tell us here until \w+ \d+, \d{4}\.$/),
    ).toBeVisible()
    await page.getByLabel('An item arrived damaged').check()
    await ask.click()
    await expect(text).toHaveAccessibleDescription('This field is required')
    await expect(text).toBeFocused()
    await expectAccessible(page)
    await text.fill('The bottle\nis broken')
    const photos = page.getByRole('link', { name: 'Send photos on WhatsApp' })
    await expect(photos).toHaveAttribute('href', new RegExp(`wa\\.me/\\d+\\?text=.*${id}`))
    await ask.click()
    const request = page.getByRole('region', { name: 'Your request for help' })
    await expect(request).toContainText('An item arrived damaged')
    await expect(page.getByRole('heading', { name: 'Your order has arrived' })).toBeFocused()
    await expect(page.getByText('Thank you for telling us.')).toBeVisible()
    await expect(request).toContainText('We have your message and will contact you.')
    await expect(photos).toBeVisible()

    await page.goto('/admin/messages')
    const badge = page.locator('a [data-badge="unread-messages"]').filter({ visible: true })
    await expect(badge).toHaveText('1 unread')
    const row = page.getByRole('listitem').filter({ hasText: `Order ${id}` })
    await expect(row).toContainText('An item arrived damaged')
    await row.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(row.getByRole('status')).toHaveText('Answered')
    await expect(badge).toBeHidden()
    await row.getByRole('link', { name: `Order ${id}` }).click()
    const own = page.getByRole('region', { name: 'Request for Help' })
    await expect(own).toContainText('is broken')
    await track(page, id)
    await expect(request).toContainText('We have answered it.')
    await shop.sql("update private.help_requests set state = 'closed' where order_id = $1", [id])
    await lookAgain(page)
    await expect(request).toContainText('It is closed.')
    await expect(photos).toBeHidden()
  })
})

test('rule 2.30: the same is ordered again at the prices of today', async ({ page, shop }) => {
  const id = await orderOnDevice(page, shop)
  const again = page.getByRole('link', { name: 'Order Again' })
  await setStatus(shop, id, 'delivered')
  const soap = {
    id: 'soap',
    name: 'Soap',
    size: '1 kg',
    image: paths.thumbnail(product.id),
    price: 5,
    quantity: 1,
  }
  await shop.withoutTriggers(
    `update public.orders set total = 2 * 123 + 5, items = $2::jsonb ||
       jsonb_build_array(items -> 0 || '{"price": 123, "quantity": 2}') where id = $1`,
    [id, JSON.stringify([soap])],
  )
  await track(page, id)
  const notice = page.getByRole('status').filter({ hasText: `Order ${id} again` })
  await again.click()
  await expect(page).toHaveURL('/cart')
  await hydrated(page)
  await expect(notice).toContainText('Soap (1 kg) is not sold any more.')
  await expect(notice).toContainText(`costs ${price(product)} now. It was 123.00.`)
  await expect(notice).toContainText(`Your cart now holds 2 × ${product.name}`)
  await expect(notice).toContainText(`Total: ${total([product, 2])}`)
  expect(await savedCart(page)).toContain('"quantity":2')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect(notice).toBeHidden()
})
