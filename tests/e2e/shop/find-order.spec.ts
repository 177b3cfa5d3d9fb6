/* Finding an order without its link, or in another browser than the one that placed it. */
import type { Browser, Locator, Page, Request } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { recordResponses, setState, setStatus } from '../support/admin.ts'
import { chat, newPhone } from '../support/customer.ts'
import { faults, holdFirst } from '../support/network.ts'
import { type OwnShop, orderIn, orderOnDevice, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, recordShifts } from '../support/page-checks.ts'
import { expect, hydrated } from '../support/shop-test.ts'

const FIND_ORDER = '**/rest/v1/rpc/find_order'
const NONE = 'No order has this number and this phone.'
const OTHER_PHONE = 'This order has another phone number.'

async function type(page: Page, id: string, phone: string): Promise<void> {
  await page.getByLabel('Order Number').fill(id)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Phone').press('Enter')
}

/** A browser of its own, without anything of the page's. */
async function otherBrowser(browser: Browser, { url }: OwnShop): Promise<Page> {
  const empty = { cookies: [], origins: [] }
  return (await browser.newContext({ baseURL: url, storageState: empty })).newPage()
}

test('rules 6.15, 6.19, 7.21 and 7.27: an order is found with the keyboard alone, below those of this device, of which one becomes part of another; reload and Back keep it, and its phone stands in no URL', async ({
  page,
  shop,
}) => {
  const own = await orderOnDevice(page, shop)
  const id = await orderIn(shop, { phone: '0300 1234567' })
  await page.goto('/order/find')
  const row = page.getByRole('listitem').filter({ hasText: own })
  await expect(row).toContainText(/Pending|Processing/)
  const link = row.getByRole('link', { name: own })
  await expect(link).toHaveAttribute('href', `/order/tracking/${own}`)
  const [list, field] = [
    await row.boundingBox(),
    await page.getByLabel('Order Number').boundingBox(),
  ]
  expect(list?.y).toBeLessThan(field?.y ?? 0)
  expect((await link.boundingBox())?.x).toBe(field?.x)
  await expect(chat(page, 'Ask for my number on WhatsApp')).toHaveAttribute('href', /My%20phone/)

  await page.getByLabel('Order Number').focus()
  await page.keyboard.insertText(`Order number: ${id.slice(0, 4)} ${id.slice(4)}`.toLowerCase())
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('+92 (0)300-1234567')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Track Your Order' })
  await expect(heading).toBeVisible()
  await expect(page).toHaveURL(`/order/tracking/${id}`)
  await expect(page).toHaveTitle(`Order ${id} · ${settings.name}`)
  await page.reload()
  await expect(page.getByText(goodAddress.address)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('1234567')
  await page.goBack()
  await expect(page).toHaveURL(`/order/find?number=${id}`)
  await page.reload()
  await expect(page.getByLabel('Order Number')).toHaveValue(id)
  await expect(page.getByRole('button', { name: 'Find Order' })).toBeEnabled()

  await page.goto(`/order/tracking/${own.toLowerCase()}?x=1`)
  await expect(heading).toBeVisible()
  await expect(page.locator('summary', { hasText: 'Cancel Order' })).toBeVisible()
  await expect(page).toHaveURL(`/order/tracking/${own}?x=1`)

  await setStatus(shop, own, 'cancelled')
  await shop.sql(
    "insert into private.joined_orders (order_id, into_id, before, after) values ($1, $2, '{}', '{}')",
    [own, id],
  )
  await page.goto('/order/find')
  await expect(row).toContainText('Part of another order')
  await expect(row).not.toContainText(id)
})

test('rule 7.21: before the script comes this device’s orders are listed, what is typed stays, a press says that the page is loading, and nothing moves', async ({
  page,
  shop,
}) => {
  const own = await orderOnDevice(page, shop)
  const id = await orderIn(shop, { phone: '0300 7654321' })
  const shifts = await recordShifts(page)
  const release = await holdFirst(page, '**/_astro/client.*.js')
  await page.goto('/order/find', { waitUntil: 'commit' })
  const [number, find] = [
    page.getByLabel('Order Number'),
    page.getByRole('button', { name: 'Find Order' }),
  ]
  await expect(page.getByRole('link', { name: own })).toHaveAttribute('href', paths.tracking(own))
  await number.fill(id)
  await page.getByLabel('Phone').fill('0300 7654321')
  await page.getByLabel('Phone').press('Enter')
  // It says that it is disabled.
  await find.click({ force: true })
  await expect(page.getByText('This page is still loading.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/order/find')
  release()
  await hydrated(page)
  await expect(page.getByRole('listitem').filter({ hasText: own })).toContainText('Pending')
  await expect(number).toHaveValue(id)
  expect(await shifts()).toEqual([])
  await find.click()
  await expect(page).toHaveURL(paths.tracking(id))
})

test('rules 6.18, 6.19, 7.44 and 7.55 to 7.57: an order that was placed in an app is seen whole in another browser an hour later, changed by message, and its damage reported', async ({
  browser,
  page,
  shop,
}) => {
  const phone = newPhone()
  const id = await orderOnDevice(page, shop, { phone })
  await page.goto(paths.confirmation(id))
  const keep = page.getByRole('link', { name: 'Keep my order in my WhatsApp' })
  const href = await keep.getAttribute('href')
  expect(href).toMatch(/^https:\/\/wa\.me\/\?text=/)
  expect(new URL(href ?? '').searchParams.get('text')).toContain(`/order/tracking/${id}`)
  await shop.withoutTriggers(
    `update public.orders set date = date - '1 hour'::interval where id = $1`,
    [id],
  )

  const other = await otherBrowser(browser, shop)
  await other.clock.install()
  const responses = recordResponses(other.context())
  await other.goto(`/order/confirmation/${id}`)
  const show = other.getByRole('button', { name: 'Show My Order' })
  await expect(show).toBeVisible()
  await expect(other.getByRole('main').locator('.bg-forest')).toHaveCount(1)
  for (const wrong of ['', phone.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`)]) {
    await other.getByLabel('Phone').fill(wrong)
    await show.click()
    if (wrong) await expect(other.getByText(OTHER_PHONE)).toBeVisible()
    else await expect(other.getByLabel('Phone')).toBeFocused()
    await expect(chat(other, 'Write on WhatsApp').first()).toBeVisible()
  }
  for (const text of [await other.content(), await responses()]) {
    for (const secret of [goodAddress.address, goodAddress.fullName, phone.slice(0, -3)])
      expect(text.replaceAll(/"?value="[^"]*"/g, '')).not.toContain(secret)
  }
  await other.getByLabel('Phone').fill(phone)
  await show.press('Enter')
  await expect(other.getByText(goodAddress.address)).toBeVisible()
  await expect(other.getByText('Your order is shown in full.')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(show).toBeHidden()
  await other.reload()
  await expect(other.getByText(goodAddress.address)).toBeVisible()
  await expect(other.getByRole('link', { name: 'Keep my order' })).toBeHidden()

  const requests = new Set<Request>()
  other.on('request', (request) => request.url().endsWith('/find_order') && requests.add(request))
  await other.goto(`/order/tracking/${id}`)
  await expect(other.locator('summary', { hasText: 'Change Address' })).toBeHidden()
  await other.locator('summary', { hasText: 'Change or Cancel the Order' }).click()
  await other.getByLabel('What should be changed?').fill('House 9 & Street #8')
  for (const [name, words] of [
    ['Send the change on WhatsApp', `change my order ${id}: House 9 & Street #8`],
    ['Cancel on WhatsApp', `cancel my order ${id}`],
  ] as const) {
    const text = new URL((await chat(other, name).getAttribute('href')) ?? '').searchParams
    expect(text.get('text')).toContain(words)
  }
  await expectAccessible(other.getByRole('region', { name: 'Need to change something?' }))
  await setState(shop, id, { status: 'shipped', trackingNumber: 'PX77' })
  await expectInTime(other, other.getByText('PX77').first(), requests)
  await expect(other.getByLabel('What should be changed?')).toHaveValue('House 9 & Street #8')
  const correction = chat(other, 'Send the correction on WhatsApp')
  await expect(correction).toHaveAttribute('href', new RegExp(id))

  await setStatus(shop, id, 'delivered')
  const damaged = other.locator('summary', { hasText: 'Damaged or Wrong Item?' })
  await expectInTime(other, damaged, requests)
  await expect(correction).toBeHidden()
  await damaged.click()
  await other.getByLabel('An item arrived damaged').check()
  await other.getByLabel('What do you see?').fill('The bottle is broken')
  await other.getByRole('button', { name: 'Ask for Help' }).click()
  const request = other.getByRole('region', { name: 'Your request for help' })
  await expect(request).toContainText('We have your message and will contact you.')
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain(phone)
  const saved = shop.sql('select kind, text from private.help_requests where order_id = $1', [id])
  expect(await saved).toEqual([{ kind: 'damaged', text: 'The bottle is broken' }])
  await other.context().close()
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
      await expect(chat(page, 'Write on WhatsApp')).toHaveAttribute('href', new RegExp(number))
      await expect(page.getByText(goodAddress.address)).toBeHidden()
      await expect(page.getByLabel('Order Number')).toHaveValue(number)
    }
    await type(page, 'abc', '')
    await expect(page.getByLabel('Order Number')).toBeFocused()
    await expect(page.getByLabel('Order Number')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')

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
    const call = page.getByRole('link', { name: `Call ${settings.phone}` }).first()
    await expect(call).toBeInViewport({ ratio: 1 })
    await expect(chat(page, 'Write on WhatsApp')).toHaveAttribute('href', new RegExp(id))
    await expectAccessible(page)
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
