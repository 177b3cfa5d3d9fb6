import { addedText, otherProduct, product, total } from '#tests/support/catalogue.ts'
import { confirmedOrder, fillAddress, newPhone } from './support/customer.ts'
import { changeOrder, ordersOf } from './support/saved-orders.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

test('A customer buys two gift packs and a single, and follows them to processing', async ({
  page,
}) => {
  await page.goto('/products')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Gift Pack/ })
    .first()
    .click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added to cart')).toBeVisible()

  await page.goto(product.path)
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByText(addedText(product))).toBeVisible()

  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
  await expect(page.getByText('We Accept: Cash')).toBeVisible()
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: total([otherProduct, 2], [product, 1]) })
      .last(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await hydrated(page)

  const phone = newPhone()
  await fillAddress(page, phone)
  await expect(page.getByLabel('Country')).toHaveValue('Pakistan')
  await page.getByRole('button', { name: 'Place Order' }).click()
  const id = await confirmedOrder(page)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page.getByText('Thank you for your purchase.')).toBeVisible()
  await expect(page.getByText(total([otherProduct, 2], [product, 1])).last()).toBeVisible()
  await expect(page.getByText('Cash on Delivery', { exact: true })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('Ayesha Khan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Track Your Order' }).click()
  await expect(
    page.getByText('Your order has been placed and is awaiting processing.'),
  ).toBeVisible()
  await expect(page.getByText('Your order is being prepared for shipment.')).toBeVisible({
    timeout: 90_000,
  })
  const [order] = await ordersOf(phone)
  expect(order).toMatchObject({ id, total: 3897, status: 'processing' })

  await changeOrder(id, { tracking_number: 'TCS-778' })
  await changeOrder(id, { status: 'shipped' })
  await page.reload()
  await expect(
    page.getByText('Your order has been shipped and is on the way. Tracking number: TCS-778'),
  ).toBeVisible()
})

test('D23 D24 Back after an order does not lead into an empty checkout', async ({ page }) => {
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  await fillAddress(page, newPhone())
  await page.getByRole('button', { name: 'Place Order' }).click()
  await confirmedOrder(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/product\/zulf-herbal-oil-single$/)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/products$/)
})

test('an empty cart at the checkout leads to the products', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/products$/)
})
