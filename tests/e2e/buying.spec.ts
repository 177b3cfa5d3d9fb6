import { addedText, otherProduct, product, total } from '#tests/support/catalogue.ts'
import { passFifteenSeconds, savedOrder } from './support/admin.ts'
import { expectTotal, placeOrder, shopNow } from './support/customer.ts'
import { test } from './support/own-shop.ts'
import { expect, hydrated } from './support/shop-test.ts'

test('a customer buys two products and follows the order until it is shipped', async ({
  page,
  shop,
}) => {
  await page.clock.install()
  await page.goto('/products')
  await page.getByRole('main').locator(`a[href="${otherProduct.path}"]`).first().click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added to cart')).toBeVisible()

  await shopNow(page)
  await expect(page.getByText(addedText(product))).toBeVisible()

  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
  await expect(page.getByText('We Accept: Cash')).toBeVisible()
  await expectTotal(page, total([otherProduct, 2], [product, 1]))
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await hydrated(page)

  await expect(page.getByLabel('Country')).toHaveValue('Pakistan')
  const { id } = await placeOrder(page)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page.getByText('Thank you for your purchase.')).toBeVisible()
  await expectTotal(page, total([otherProduct, 2], [product, 1]))
  await expect(page.getByText('Cash on Delivery', { exact: true })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('Ayesha Khan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Track Your Order' }).click()
  await expect(
    page.getByText('Your order has been placed and is awaiting processing.'),
  ).toBeVisible()
  await passFifteenSeconds(shop, id)
  await page.clock.fastForward(15_000)
  await expect(page.getByText('Your order is being prepared for shipment.')).toBeVisible()
  expect(await savedOrder(shop, id)).toMatchObject({
    total: Number(total([otherProduct, 2], [product, 1])),
    status: 'processing',
  })

  await shop.sql(
    "update public.orders set status = 'shipped', tracking_number = 'TCS-778' where id = $1",
    [id],
  )
  await page.reload()
  await expect(
    page.getByText('Your order has been shipped and is on the way. Tracking number: TCS-778'),
  ).toBeVisible()
})

test('D23 D24 after an order, Back and the checkout do not show an empty checkout', async ({
  page,
}) => {
  await shopNow(page)
  await placeOrder(page)
  await page.goBack()
  await expect(page).toHaveURL(product.path)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/products$/)
})

test('rule 4.12: with an empty cart the checkout goes to the products', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/products$/)
})
