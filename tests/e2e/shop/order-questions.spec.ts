/* An order page after the order: its questions, its changes while it is open, and its receipt. */
import type { Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { price, product, sumInWords } from '#tests/support/catalogue.ts'
import { type OrderState, recordResponses, setState } from '../support/admin.ts'
import { stopClock } from '../support/clock.ts'
import { chat, newPhone } from '../support/customer.ts'
import { type OwnShop, orderIn, orderOnDevice, test } from '../support/own-shop.ts'
import { downloadBy, expectAccessible, recordShifts } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const PAGES = ['confirmation', 'tracking']
/** What screen readers are told of a status. */
const ANNOUNCED: Record<string, string> = {
  processing: 'is now processing',
  shipped: 'is now shipped',
  delivered: 'is now delivered',
  cancelled: 'Your order was cancelled',
  returned: 'Your order was returned',
}
const parcel = { status: 'shipped', courier: 'postex', trackingNumber: 'PX 123' }

test('rules 7.23, 7.28 and 12.1: who waits for a parcel finds its courier, copies both numbers, saves the day, and prints a receipt', async ({
  context,
  page,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await anOrderIn(shop, parcel)
  const main = page.getByRole('main')
  for (const name of PAGES) {
    await page.goto(`/order/${name}/${id}`)
    await expect(page.getByRole('region', { name: 'Your parcel' })).toContainText(
      `Pay ${price(product)} in cash`,
    )
    await expect(page.getByRole('link', { name: 'Track parcel PX 123' })).toHaveAttribute(
      'href',
      /postex.*PX%20123/,
    )
    for (const [button, text] of [
      ['Copy Tracking Number', 'PX 123'],
      ['Copy Order Number', id],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    }
    await expect(main.getByText('To collect in cash')).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    const sum = `To collect in cash: ${sumInWords(product)}`
    for (const text of [settings.name, settings.address, settings.phone, 'Receipt', id, sum]) {
      await expect(main.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
    }
    await expect(main.getByText(goodAddress.address)).toBeVisible()
    await expect(main.getByRole('link').or(main.getByRole('button'))).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
  }
  const press = () => page.getByRole('link', { name: 'Add to calendar' }).click()
  const { name, bytes } = await downloadBy(page, press)
  expect(name).toBe(`order-${id}.ics`)
  expect(bytes.toString()).toMatch(/^BEGIN:VCALENDAR\r\n.*UID:/s)
})

test('rules 7.14 and 12.1: a masked viewer gets no tracking number, phone or street, on the page or in a response', async ({
  context,
  page,
  shop,
}) => {
  const phone = '03451112233'
  const id = await anOrderIn(shop, { ...parcel, age: '1 hour' }, phone)
  const responses = recordResponses(context)
  const { address, postalCode, fullName } = goodAddress
  const secrets = ['PX 123', '"postex"', phone.slice(0, -3), address, postalCode, fullName]
  for (const name of PAGES) {
    await page.goto(`/order/${name}/${id}`)
    await expect(page.getByText('shows the courier and the tracking number')).toBeVisible()
    await expect(page.getByText('Estimated Delivery')).toBeVisible()
    const texts = [await page.content(), await responses()]
    await expect(page.getByText('PostEx')).toHaveCount(0)
    for (const secret of secrets) {
      for (const text of texts) expect(text).not.toContain(secret)
    }
  }
})

test('rule 7.26: an open page follows its order, says so, and moves nothing, at any width', async ({
  page,
  shop,
}) => {
  const id = await anOrderIn(shop, { status: 'processing' })
  await stopClock(page)
  for (const name of PAGES) {
    await setState(shop, id, { status: 'processing' })
    await page.goto(`/order/${name}/${id}`)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await follow(page, () => setState(shop, id, { status: 'processing' }))
      const next = 'Next, we hand your parcel to the courier.'
      await expect(page.getByText(next, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Track parcel PX 123' })).toBeHidden()
      const before = await places(page)
      await follow(page, () => setState(shop, id, parcel))
      await expect(page.getByRole('link', { name: 'Track parcel PX 123' })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'is now shipped' })).toHaveText(
        'Your order is now shipped. Next, the rider brings it to your door. Please keep your phone near.',
      )
      expect(await places(page)).toEqual(before)
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    }
  }
})

test.describe('with the fonts of the device', () => {
  test.use({ expectedNoise: /ERR_FAILED/ })

  test('rules 7.26 and 12.7: no change of its status moves what stands below, to the end of the order', async ({
    page,
    shop,
  }) => {
    const shifts = await recordShifts(page)
    // They are wider, and stay where the shop's fonts come late.
    await page.route('**/*.woff2', (route) => route.abort())
    await stopClock(page)
    // All of the page is on the screen, so that each shift counts.
    await page.setViewportSize({ width: 360, height: 3000 })
    for (const [name, end] of [
      ['confirmation', { ...parcel, status: 'delivered' }],
      ['tracking', { status: 'cancelled', outcome: 'returned' }],
      ['tracking', { status: 'cancelled' }],
    ] as const) {
      const id = await orderOnDevice(page, shop, { phone: newPhone() })
      await page.goto(`/order/${name}/${id}`)
      await expect(page.getByText(id).first()).toBeVisible()
      for (const state of [{ status: 'processing' }, parcel, end]) {
        await follow(page, () => setState(shop, id, state))
        const { status, outcome } = { outcome: undefined, ...state }
        const announced = ANNOUNCED[outcome ?? status] ?? ''
        await expect(page.getByRole('status').filter({ hasText: announced })).toHaveCount(1)
        expect(await shiftsAfterPaint(page, shifts), `${name} ${outcome ?? status}`).toEqual([])
      }
    }
  })
})

test('rules 7.26 and 7.45: who types a change while the order is booked is told so once, and sends it on WhatsApp', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  await setState(shop, id, { status: 'processing' })
  await stopClock(page)
  await page.goto(`/order/tracking/${id}`)
  await page.getByText('Change Address or Phone').click()
  await page.getByLabel('Address').fill('House 8')
  await follow(page)
  await expect(page.getByLabel('Address')).toHaveValue('House 8')
  await follow(page, () => setState(shop, id, parcel))
  await expect(page.getByText('can no longer be changed here')).toHaveCount(1)
  await expect(page.getByText('Cancel Order')).toHaveCount(0)
  await expect(page.getByLabel('Address')).toHaveValue('House 8')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
  const correction = chat(page, 'Send the correction on WhatsApp')
  for (const text of [id, 'Address: House 8', `City: ${goodAddress.city}`])
    await expect(correction).toHaveAttribute('href', new RegExp(encodeURIComponent(text)))
  await page.clock.resume()
  await expectAccessible(page.getByRole('region', { name: 'Need to change something?' }))
  await page.reload()
  await expect(page.getByText('can no longer be changed here')).toHaveCount(1)
  await expect(page.getByText('Change Address or Phone')).toHaveCount(0)
  const question = page.getByRole('region', { name: 'Need to change something?' }).getByRole('link')
  await expect(question).toHaveAttribute('href', new RegExp(id))
})

// order-changes.spec.ts holds the heading of a cancelled order.
test('rule 7.27: an order that came back has its own heading on both pages, and no date', async ({
  page,
  shop,
}) => {
  for (const [name, outcome, heading] of [
    ['confirmation', 'returned', 'Your order was returned'],
    ['tracking', 'refused', 'Your order was not accepted'],
  ] as const) {
    const id = await anOrderIn(shop, { status: 'cancelled', outcome })
    await page.goto(`/order/${name}/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByText(/Estimated Delivery/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0)
  }
})

/** Lets time pass after a change until the page, which may not have read its last response, requests its order. */
async function follow(page: Page, change = async () => {}): Promise<void> {
  await change()
  await expect(async () => {
    const [request] = await Promise.all([
      page.waitForRequest('**/rpc/*_order', { timeout: 2000 }),
      page.clock.runFor(30_000),
    ])
    await request.response().then((response) => response?.finished())
  }).toPass()
}

async function anOrderIn(
  shop: OwnShop,
  { age, ...state }: OrderState & { age?: string },
  phone = newPhone(),
): Promise<string> {
  const id = await orderIn(shop, { phone })
  await setState(shop, id, state)
  if (age) {
    const older = 'update public.orders set date = date - $2::interval where id = $1'
    await shop.withoutTriggers(older, [id, age])
  }
  return id
}

/** Once a frame is painted. Less is a line that the last step of the timeline adds. */
async function shiftsAfterPaint(page: Page, shifts: () => Promise<string[]>): Promise<string[]> {
  await page.screenshot()
  return (await shifts()).filter((shift) => Number.parseFloat(shift) >= 0.02)
}

/** Where headings and questions stand. */
async function places(page: Page): Promise<number[]> {
  const parts = page.getByRole('main').locator('h1, h2, h3, dt, summary')
  return parts.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().top),
  )
}
