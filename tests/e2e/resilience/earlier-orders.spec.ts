/* Orders that are saved while the form service refuses the content of their copies. */
import type { Page } from '@playwright/test'
import { product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  openFilledCheckout,
  pressPlaceOrder,
  savedCart,
} from '../support/customer.ts'
import { failFirst, faults, ORDER_FORM } from '../support/network.ts'
import { recordRequests } from '../support/page-checks.ts'
import { ordersOf } from '../support/saved-orders.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

const SAVED = /Your order [A-Z]{8} is saved, but its copy did not reach us/

async function expectNamed(page: Page, text: RegExp, id: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: text })
  const link = notice.getByRole('link', { name: id })
  await expect(link).toHaveAttribute('href', `/order/confirmation/${id}`)
  await expect(link).toHaveAttribute('translate', 'no')
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
})
