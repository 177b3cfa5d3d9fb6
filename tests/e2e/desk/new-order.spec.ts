/* Orders that the admin enters: typed, pasted, saved once, and recognized when the customer retries. */
import type { Page } from '@playwright/test'
import { formatMoney } from '#kit/money.ts'
import { ADDRESS_TABLE, REQUIRED_FIELDS } from '#order/address/address.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { product } from '#tests/support/catalogue.ts'
import { endSessionInDatabase, logInAgain, openOrders } from '../support/admin.ts'
import { fillAddress, newPhone } from '../support/customer.ts'
import { type OwnShop, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const price = product.sizes[0].discountPrice ?? product.sizes[0].price

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin/orders/new')
  await expect(page.getByRole('heading', { level: 1, name: 'New Order' })).toBeVisible()
}

async function chooseLine(page: Page, quantity = '1', nth = 0): Promise<void> {
  await page.getByLabel('Product').nth(nth).selectOption({ index: 1 })
  await page.getByLabel('Quantity').nth(nth).fill(quantity)
}

async function fill(page: Page, phone = newPhone()): Promise<string> {
  await chooseLine(page)
  await fillAddress(page, phone)
  return phone
}

async function pressSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Order' }).click()
}

/** Waits for the page of the order that was saved. Returns its id. */
async function savedId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/admin\/orders\/[0-9A-Z]{8}$/)
  await expect(page.getByText('Order saved')).toBeVisible()
  return page.url().slice(-8)
}

async function savedOrders(shop: OwnShop, phone: string) {
  return shop.sql(
    `select o.id, o.total::float8 as total, details.source, details.advance::float8 as advance,
         (select count(*)::integer from private.order_keys where order_id = o.id) as devices
       from public.orders as o left join private.order_details as details on details.order_id = o.id
       where o.shipping_address ->> 'phone' = $1`,
    [phone],
  )
}

test('rule 14.27: an order is typed with the keyboard alone', async ({ page, shop }) => {
  const phone = newPhone()
  await openOrders(page)
  await page.getByRole('link', { name: 'New Order' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Paste a message')).toBeVisible()
  await page.getByRole('button', { name: 'Fill In' }).focus()
  const next = async (name: string, text?: string) => {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
    if (text) await page.keyboard.insertText(text)
  }
  await next('Product')
  await page.keyboard.press('ArrowDown')
  await next('Quantity')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('۲')
  await next('Product')
  await next('Quantity')
  for (const field of REQUIRED_FIELDS) {
    await next(ADDRESS_TABLE[field].label)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText({ ...goodAddress, phone }[field])
  }
  await next('Landmark', 'the blue mosque')
  await next('Second Number')
  await next('Note for the Rider')
  await next('By phone')
  await page.keyboard.press('ArrowDown')
  await next('Order Number', 'abcd 1234')
  await next('Code from the message')
  await next('Note', 'Call first')
  await next('Advance Paid', '500')
  await expect(page.getByText(formatMoney(2 * price - 50_000))).toBeVisible()
  await next('Save Order')
  await page.keyboard.press('Enter')
  expect(await savedId(page)).toBe('ABCD1234')
  expect(await savedOrders(shop, phone)).toEqual([
    { id: 'ABCD1234', total: (2 * price) / 100, source: 'whatsapp', advance: 500, devices: 0 },
  ])
})

test('rules 12.1, 14.27 and 14.42: hints and problems pass axe and fit; where another order has the number, the order is saved under a new one', async ({
  page,
  shop,
}) => {
  test.slow()
  const id = await orderIn(shop, { phone: '+92 300 1234567' })
  await openForm(page)
  await page
    .getByLabel('Paste a message')
    .fill(`Name: ${'Ayesha'.repeat(16)}\nPhone: 0300 1234567\n2 x ${'Soap'.repeat(20)} (x)`)
  await page.getByRole('button', { name: 'Fill In' }).click()
  await chooseLine(page, '11')
  await chooseLine(page, '0', 1)
  await page.getByLabel('Order Number').fill('x')
  await pressSave(page)
  await expectAccessible(page)
  await page.getByLabel('Phone', { exact: true }).fill('042 35761234')
  await expect(page.getByText('The phone is not a Pakistani mobile number.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Form' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear the form?' })
  await dialog.getByRole('button', { name: 'Clear it' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('')

  const phone = await fill(page)
  await page.getByLabel('Order Number').fill(id)
  await page.setViewportSize({ width: 360, height: 640 })
  await pressSave(page)
  const taken = page.getByText('has this number already, so this one is not saved')
  await expect(taken).toBeInViewport({ ratio: 1 })
  const newNumber = page.getByRole('button', { name: 'Save Under a New Number' })
  await expect(newNumber).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Save Order' })).toBeFocused()
  await expectNoOverflow(page, [320, 360])
  await newNumber.click()
  const newId = await savedId(page)
  expect(newId).not.toBe(id)
  expect(await savedOrders(shop, phone)).toMatchObject([{ id: newId }])
})

test('rule 14.27: a draft survives leaving and the end of the session', async ({ page, shop }) => {
  await page.goto('/admin/orders/new')
  const phone = await fill(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('What you typed here before is filled in again.')).toBeVisible()

  await endSessionInDatabase(page, shop)
  await logInAgain(page)
  await expect(page).toHaveURL(/\/admin\/orders\/new$/)
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(phone)
  await expect(page.getByLabel('Product').first()).not.toHaveValue('')
  expect(await savedOrders(shop, phone)).toEqual([])
})
