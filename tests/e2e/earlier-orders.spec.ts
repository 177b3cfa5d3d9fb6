/* Orders that are saved while the form service refuses their copies, or that were placed before a change. */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { shortenPauses } from './support/clock.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  fillAddress,
  newPhone,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  savedCart,
} from './support/customer.ts'
import { faults, ORDER_FORM } from './support/network.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

test.beforeEach(({ page }) => shortenPauses(page))

const SAVED = /Your order [A-Z]{8} is saved, but its copy did not reach us/
const PLACED = /Your earlier order [A-Z]{8} is placed already/

async function expectNamed(page: Page, text: RegExp, id: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: text })
  await expect(notice.getByRole('link', { name: id })).toHaveAttribute(
    'href',
    `/order/confirmation/${id}`,
  )
}

async function anOrderWithoutCopy(page: Page): Promise<{ phone: string; id: string }> {
  // The form service refuses every copy, as over its quota.
  await page.route(ORDER_FORM, faults.tooMany)
  const { phone } = await openFilledCheckout(page)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  const [order] = await ordersOf(phone)
  return { phone, id: String(order?.['id']) }
}

test('rules 5.10 and 5.14: a first refused copy names the saved order, and the next press confirms it', async ({
  page,
}) => {
  const { phone, id } = await anOrderWithoutCopy(page)
  await expectNamed(page, SAVED, id)
  expect(await savedCart(page)).toContain(product.id)
  await page.getByLabel('City').fill('Lahore')
  await expectNamed(page, SAVED, id)

  const copy = page.waitForRequest(ORDER_FORM)
  await pressPlaceOrder(page)
  expect((await copy).postData()).toMatch(new RegExp(`name="orderNumber"\\s+${id}`))
  expect(await confirmedOrder(page)).toBe(id)
  expect(await ordersOf(phone)).toHaveLength(1)
  expect(await savedCart(page)).not.toContain(product.id)

  // Where a lost response hid that an order was placed with the address before.
  await page.goto(paths.confirmation(id, { isBeforeChange: true }))
  await expect(page.getByText('This order reached us before you changed')).toBeVisible()
})

test('rule 5.13: opened with another cart, the checkout names the saved order and places the new one', async ({
  page,
}) => {
  const { id } = await anOrderWithoutCopy(page)
  await putInCart(page, [choice(otherProduct)])
  await page.goto('/checkout')
  await expectNamed(page, PLACED, id)
  await expect(page).toHaveURL('/checkout')
  await page.unroute(ORDER_FORM)
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  const second = await confirmedOrder(page)
  expect(second).not.toBe(id)
  expect(await ordersOf(phone)).toMatchObject([{ id: second }])
  await expect(page.getByText(`Your earlier order ${id} is placed as well.`)).toBeVisible()
})
