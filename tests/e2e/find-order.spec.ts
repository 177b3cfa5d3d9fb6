/* Finding an order without its link. */
import type { Locator, Page, Request } from '@playwright/test'
import { goodAddress } from '#tests/support/address-cases.ts'
import { setStatus } from './support/admin.ts'
import { buy } from './support/customer.ts'
import { faults } from './support/network.ts'
import { orderIn, test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const FIND_ORDER = '**/rest/v1/rpc/find_order'
const NONE = 'No order has this number and this phone.'

async function type(page: Page, id: string, phone: string): Promise<void> {
  await page.getByLabel('Order Number').fill(id)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Phone').press('Enter')
}

for (const [path, inMain] of [
  ['/', 0],
  ['/contact', 2],
  ['/nowhere', 1],
  ['/order/tracking/ABCDEFGH', 1],
  ['/cart', 1],
] as const) {
  test.describe(path, () => {
    test.use({ expectedNoise: /404/ })

    test('rule 7.21: it is linked', async ({ page }) => {
      await page.goto(path)
      const links = (landmark: Parameters<typeof page.getByRole>[0]) =>
        page.getByRole(landmark).locator('a[href="/order/find"]')
      await expect(links('main')).toHaveCount(inMain)
      await expect(links('banner')).toBeVisible()
      await links('contentinfo').click()
      await expect(page.getByRole('heading', { name: 'Find Your Order' })).toBeVisible()
    })
  })
}

test('rule 6.15: a lost link is no lost order: on another device it is found with the keyboard alone', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop, { phone: '0300 1234567' })
  const typed = `${id.slice(0, 4)} ${id.slice(4)}`.toLowerCase()
  await page.goto('/order/find')
  await page.getByLabel('Order Number').focus()
  await page.keyboard.insertText(typed)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('+92 (0)300-1234567')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeVisible()
  await expect(page.getByText(id).first()).toBeVisible()
  await expect(page.getByText(goodAddress.address)).toBeVisible()
  await expect(page.getByText('Cancel Order')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Find another order' }).click()
  await expect(page.getByLabel('Order Number')).toBeVisible()
})

test('rule 6.16: a wrong phone and an unknown number get the same sentence, and what was typed stays', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop, { phone: '0300 7654321' })
  await page.goto('/order/find')
  for (const [number, phone] of [
    [id, '0300 7654322'],
    ['QQQQQQQQ', '0300 7654321'],
  ] as const) {
    await type(page, number, phone)
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page.getByText(goodAddress.address)).toBeHidden()
    await expect(page.getByLabel('Order Number')).toHaveValue(number)
  }
  await expectAccessible(page)
  await type(page, 'abc', '')
  await expect(page.getByLabel('Order Number')).toBeFocused()
  await expect(page.getByLabel('Order Number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('rule 7.21: the orders of this device stand there with their status', async ({ page }) => {
  const { id } = await buy(page)
  await page.goto('/order/find')
  const row = page.getByRole('listitem').filter({ hasText: id })
  await expect(row).toContainText(/Pending|Processing/)
  await expectAccessible(page)
  await row.getByRole('link', { name: id }).click()
  await expect(page).toHaveURL(`/order/tracking/${id}`)
})

test('rules 7.26 and 7.39: a found order follows its parcel, and says how damage is reported', async ({
  page,
  shop,
}) => {
  await page.clock.install()
  const id = await orderIn(shop, { phone: '0300 2222222' })
  await page.goto('/order/find')
  const requests = new Set<Request>()
  page.on('request', (request) => request.url().endsWith('/find_order') && requests.add(request))
  await type(page, id, '0300 2222222')
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
  expect(requests.size).toBe(1)
  await shop.sql(
    "update public.orders set status = 'shipped', tracking_number = 'PX77' where id = $1",
    [id],
  )
  await expectInTime(page, page.getByText('PX77').first(), requests)
  await setStatus(shop, id, 'delivered')
  const damaged = page.locator('summary', { hasText: 'Damaged or Wrong Item?' })
  await expectInTime(page, damaged, requests)
  await damaged.click()
  await expect(page.getByText(/^Please tell us until \w+ \d+, \d{4}, with the order/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send photos on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me/\\d+\\?text=.*${id}`),
  )
  await expect(page.getByLabel('What do you see?')).toBeHidden()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Failed to load resource|Error/ })

  test('rule 7.21: what was typed stays, and the next press finds the order', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop, { phone: '0300 1111111' })
    await page.goto('/order/find')
    await page.route(FIND_ORDER, faults.refused)
    await type(page, id, '03001111111')
    await expect(page.getByText('We could not look for your order.')).toBeVisible()
    await page.getByRole('button', { name: 'Find Order' }).click()
    await expect(page.getByText('We could not look for your order.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Find Order' })).toBeFocused()
    await expect(page.getByLabel('Order Number')).toHaveValue(id)
    await expect(page.getByLabel('Phone')).toHaveValue('03001111111')
    await page.unroute(FIND_ORDER)
    await page.getByRole('button', { name: 'Find Order' }).click()
    await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeVisible()
  })
})

/** Lets time pass between the requests of a page that follows its order, until something is seen. */
async function expectInTime(page: Page, found: Locator, requests: Set<Request>): Promise<void> {
  await expect(async () => {
    for (const request of requests)
      await request.response().then((response) => response?.finished())
    await page.clock.fastForward('00:31')
    await expect(found).toBeVisible({ timeout: 1000 })
  }).toPass()
}
