/* Order pages that the browser translates: each step shows the right texts, and no control fails. */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { setState } from '../support/admin.ts'
import { newPhone } from '../support/customer.ts'
import { orderIn, orderOnDevice, test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'
import { translate } from '../support/translation.ts'

const parcel = { status: 'shipped', courier: 'postex', trackingNumber: 'PX 123' }

/** Requests the order again, as a page does that is looked at again. */
async function follow(page: Page): Promise<void> {
  await translate(page)
  await Promise.all([
    page.waitForResponse('**/rpc/*_order'),
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ])
}

/** The texts on screen that a browser may translate, and that have a match. */
function translatable(page: Page, pattern: RegExp): Promise<string[]> {
  return page.getByRole('main').evaluate((main, source) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text
      if (!new RegExp(source).test(data) || parentElement?.closest('[translate="no"]')) continue
      if (parentElement?.checkVisibility()) found.push(data)
    }
    return found
  }, pattern.source)
}

async function unfold(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}

test('rule 7.60: a translated page follows its order to the end', async ({ page, shop }) => {
  for (const name of ['confirmation', 'tracking']) {
    const id = await orderOnDevice(page, shop)
    await page.goto(`/order/${name}/${id}`)
    const kept = new RegExp([id, String.raw`\d\.\d\d`, 'PX 123', goodAddress.fullName].join('|'))
    const main = page.getByRole('main')
    await expect(main.getByText('Pending', { exact: true })).toBeVisible()
    for (const [state, ...texts] of [
      [{ status: 'processing' }, 'Processing', 'Next, we hand your parcel to the courier.'],
      [parcel, 'Shipped', 'Next, the rider brings it to your door.', 'PX 123'],
      [
        { ...parcel, status: 'delivered' },
        'Delivered',
        'Your order has arrived',
        'Nothing more is due.',
      ],
      // The admin takes it back.
      [parcel, 'Shipped', 'Next, the rider brings it to your door.', 'PX 123'],
    ] as const) {
      await setState(shop, id, state)
      await follow(page)
      for (const text of texts)
        await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible()
      expect(await translatable(page, kept)).toEqual([])
    }
    for (const old of ['Pending', 'Next, we', 'Nothing more is due', 'awaiting processing'])
      await expect(main.getByText(old).filter({ visible: true })).toHaveCount(0)
  }
})

test('rule 7.60: on a translated page an order is changed and cancelled', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  await page.goto(paths.tracking(id))
  await translate(page)
  await unfold(page, 'Change Address or Phone')
  const [address, save] = [
    page.getByLabel('Address', { exact: true }),
    page.getByRole('button', { name: 'Save Changes' }),
  ]
  await address.fill(' ')
  await translate(page)
  await save.click()
  await expect(address).toHaveAccessibleDescription('This field is required')
  await translate(page)
  await address.fill('House 9, Street 8')
  await save.click()
  await expect(page.getByText('Your order is changed.')).toBeVisible()
  await expect(page.getByText('House 9, Street 8')).toBeVisible()
  await expect(page.getByText(goodAddress.address)).toHaveCount(0)

  await translate(page)
  await unfold(page, 'Tell me when it’s sent')
  await unfold(page, 'Cancel Order')
  await translate(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('Please choose one.')).toBeVisible()
  await translate(page)
  await page.getByLabel('It comes too late').check()
  await expect(page.getByText('Please choose one.')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('heading', { name: 'Your order was cancelled' })).toBeFocused()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('in cash')).toHaveCount(0)
})

test('rule 7.60: on translated pages an order is found, by its own page too, and its damage reported', async ({
  page,
  shop,
}) => {
  const phone = newPhone()
  const id = await orderIn(shop, { phone })
  await shop.withoutTriggers(
    "update public.orders set date = date - interval '1 hour' where id = $1",
    [id],
  )
  await page.goto(paths.findOrder)
  const [number, find] = [
    page.getByLabel('Order Number'),
    page.getByRole('button', { name: 'Find Order' }),
  ]
  for (const [typed, text] of [
    ['', 'An order number has eight letters'],
    ['QQQQQQQQ', 'No order has this number and this phone.'],
  ] as const) {
    await translate(page)
    await number.fill(typed)
    await page.getByLabel('Phone').fill(phone)
    await find.click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.goto(paths.tracking(id))
  const show = page.getByRole('button', { name: 'Show My Order' })
  for (const [typed, text] of [
    [newPhone(), 'This order has another phone number.'],
    [phone, 'Your order is shown in full.'],
  ] as const) {
    await expect(show).toBeVisible()
    await translate(page)
    await page.getByLabel('Phone').fill(typed)
    await show.click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByText(goodAddress.address)).toBeVisible()

  await setState(shop, id, { status: 'delivered' })
  await follow(page)
  await expect(page.getByRole('heading', { name: 'Your order has arrived' })).toBeVisible()
  await translate(page)
  await unfold(page, 'Damaged or Wrong Item?')
  await translate(page)
  await page.getByLabel('An item arrived damaged').check()
  await page.getByRole('button', { name: 'Ask for Help' }).click()
  await translate(page)
  await page.getByLabel('What do you see?').fill('Broken')
  await page.getByRole('button', { name: 'Ask for Help' }).click()
  await expect(page.getByText('Thank you for telling us.')).toBeVisible()
  await expect(page.getByText('We have your message and will contact you.')).toBeVisible()
})
