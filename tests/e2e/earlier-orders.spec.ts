/* Orders that are saved while the form service refuses the content of their copies. */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
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
import { failFirst, faults, ORDER_FORM } from './support/network.ts'
import { recordRequests } from './support/page-checks.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

const SAVED = /Your order [A-Z]{8} is saved, but its copy did not reach us/
const PLACED = /Your earlier order [A-Z]{8} is placed already/

async function expectNamed(page: Page, text: RegExp, id: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: text })
  await expect(notice.getByRole('link', { name: id })).toHaveAttribute(
    'href',
    `/order/confirmation/${id}`,
  )
}

test('D15 rule 5.10: a copy whose content is refused names the saved order, and the next press sends the copy alone and confirms the order', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  await failFirst(page, ORDER_FORM, faults.contentRefused, faults.serverError)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  const [order] = await ordersOf(phone)
  const id = String(order?.id)
  await expectNamed(page, SAVED, id)
  expect(await savedCart(page)).toContain(product.id)
  await page.getByLabel('City').fill('Lahore')
  await expectNamed(page, SAVED, id)

  const sent = recordRequests(page, '/rpc/place_order')
  const second = page.waitForRequest(ORDER_FORM)
  await pressPlaceOrder(page)
  expect((await second).postData()).toMatch(new RegExp(`name="orderNumber"\\s+${id}`))
  expect(await confirmedOrder(page)).toBe(id)
  expect(sent).toEqual([])
  expect(await ordersOf(phone)).toHaveLength(1)
  expect(await savedCart(page)).not.toContain(product.id)

  // Where a lost response hid that an order was placed with the address before.
  await page.goto(paths.confirmation(id, { isBeforeChange: true }))
  await expect(page.getByText('This order reached us before you changed')).toBeVisible()
})

test('D15 rule 5.13: after a refused copy, opened with another cart, the checkout names the saved order and places the new one', async ({
  page,
}) => {
  await page.route(ORDER_FORM, faults.contentRefused)
  const { phone } = await openFilledCheckout(page)
  await pressPlaceOrder(page)
  await expectOrderRefused(page)
  const [first] = await ordersOf(phone)
  const id = String(first?.id)
  await putInCart(page, [choice(otherProduct)])
  await page.goto('/checkout')
  await expectNamed(page, PLACED, id)
  await expect(page).toHaveURL('/checkout')
  await page.unroute(ORDER_FORM)
  const other = newPhone()
  await fillAddress(page, other)
  await pressPlaceOrder(page)
  const second = await confirmedOrder(page)
  expect(second).not.toBe(id)
  expect(await ordersOf(other)).toMatchObject([{ id: second }])
  await expect(page.getByText(`Your earlier order ${id} is placed as well.`)).toBeVisible()
})
