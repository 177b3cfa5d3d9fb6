/* Finding an order without its link. */
import type { Locator, Page, Request } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { setState, setStatus } from './support/admin.ts'
import { chat } from './support/customer.ts'
import { faults } from './support/network.ts'
import { orderIn, orderOnDevice, test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const FIND_ORDER = '**/rest/v1/rpc/find_order'
const NONE = 'No order has this number and this phone.'

async function type(page: Page, id: string, phone: string): Promise<void> {
  await page.getByLabel('Order Number').fill(id)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Phone').press('Enter')
}

test('rules 6.15, 7.21, 7.26 and 7.39: an order of another device is found with the keyboard alone, follows its parcel, and says how damage is reported', async ({
  page,
  shop,
}) => {
  await page.clock.install()
  const own = await orderOnDevice(page, shop)
  const id = await orderIn(shop, { phone: '0300 1234567' })
  await page.goto('/order/find')
  const row = page.getByRole('listitem').filter({ hasText: own })
  await expect(row).toContainText(/Pending|Processing/)
  await expect(row.getByRole('link', { name: own })).toHaveAttribute(
    'href',
    `/order/tracking/${own}`,
  )
  await expectAccessible(page)
  const requests = new Set<Request>()
  page.on('request', (request) => request.url().endsWith('/find_order') && requests.add(request))
  await page.getByLabel('Order Number').focus()
  await page.keyboard.insertText(`${id.slice(0, 4)} ${id.slice(4)}`.toLowerCase())
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('+92 (0)300-1234567')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeVisible()
  await expect(page.getByText(id).first()).toBeVisible()
  await expect(page.getByText(goodAddress.address)).toBeVisible()
  await expect(page.getByText('Cancel Order')).toBeHidden()
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
  expect(requests.size).toBe(1)
  await setState(shop, id, { status: 'shipped', trackingNumber: 'PX77' })
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
  await page.getByRole('button', { name: 'Find another order' }).click()
  await expect(page.getByLabel('Order Number')).toBeVisible()
})

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|Error/ })

  test('rules 4.33, 6.16 and 7.21: a wrong phone and an unknown number get the same sentence, a lost connection another, and what was typed stays', async ({
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
    await type(page, 'abc', '')
    await expect(page.getByLabel('Order Number')).toBeFocused()
    await expect(page.getByLabel('Order Number')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await expectNoOverflow(page)

    await page.route(FIND_ORDER, faults.refused)
    await type(page, id, '03007654321')
    await expect(page.getByText('We could not look for your order.')).toBeVisible()
    await page.getByRole('button', { name: 'Find Order' }).click()
    await expect(page.getByText('We could not look for your order.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Find Order' })).toBeFocused()
    await expect(page.getByLabel('Order Number')).toHaveValue(id)
    await expect(page.getByLabel('Phone')).toHaveValue('03007654321')
    await page.unroute(FIND_ORDER)
    await page.route(FIND_ORDER, (route) =>
      route.fulfill({ status: 429, json: { ok: false, code: 'too_many_tries' } }),
    )
    await page.setViewportSize({ width: 360, height: 640 })
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Find Order' }).click()
    const tried = 'Too many phone numbers were tried at this order, by anybody.'
    await expect(page.getByText(tried)).toBeInViewport({ ratio: 1 })
    const call = page.getByRole('link', { name: `Call ${settings.phone}` })
    await expect(call).toBeInViewport({ ratio: 1 })
    await expect(chat(page, 'Write on WhatsApp')).toHaveAttribute('href', new RegExp(id))
    await expectAccessible(page)
    await expectNoOverflow(page)
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
