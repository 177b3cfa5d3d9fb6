/* Orders whose copies the form service can't take now. earlier-orders.spec.ts has copies that it refuses. */
import { product } from '#tests/support/catalogue.ts'
import { holdTimeouts } from './support/clock.ts'
import {
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
  savedCart,
} from './support/customer.ts'
import { failFirst, faults, ORDER_FORM } from './support/network.ts'
import { test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

test.use({ expectedNoise: /Failed to load resource/ })

test('D15 D17 D19 rules 5.10 and 16.12: a form service that is over its quota, blocked or hangs delays no order, and the copy is counted', async ({
  page,
  shop,
}) => {
  const expireTimeouts = await holdTimeouts(page)
  for (const fault of [faults.tooMany, faults.blocked, faults.hangs]) {
    await openFilledCheckout(page)
    const copy = page.waitForRequest(ORDER_FORM)
    await failFirst(page, ORDER_FORM, fault)
    await pressPlaceOrder(page)
    await copy
    if (fault === faults.hangs) expect(await expireTimeouts()).toContain(5_000)
    const id = await confirmedOrder(page)
    await expect
      .poll(() => shop.sql('select order_id from private.unsent_copies where order_id = $1', [id]))
      .toEqual([{ order_id: id }])
    expect(await savedCart(page)).not.toContain(product.id)
    await page.unroute(ORDER_FORM)
  }
})
