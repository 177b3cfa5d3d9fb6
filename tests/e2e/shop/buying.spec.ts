import { addedText, otherProduct, product, total } from '#tests/support/catalogue.ts'
import { passFifteenSeconds, savedOrder, setState } from '../support/admin.ts'
import { expectTotal, placeOrder, savedCart, shopNow } from '../support/customer.ts'
import { test } from '../support/own-shop.ts'
import { expect, hydrated } from '../support/shop-test.ts'

test.use({ reducedMotion: 'no-preference' })

test('C36 a customer buys two products and follows the order until it is shipped, and its token goes to the backend only', async ({
  page,
  shop,
}) => {
  const sent: string[] = []
  page.on('request', async (request) => {
    const headers = await request.allHeaders().catch(() => ({}))
    sent.push(request.url(), JSON.stringify(headers))
  })
  await page.clock.install()
  await page.goto('/products')
  await page.getByRole('main').locator(`a[href="${otherProduct.path}"]`).first().click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(addedText(otherProduct, 2))).toBeVisible()

  await shopNow(page)
  await expect(page.getByText(addedText(product))).toBeVisible()

  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
  await expect(page.getByText('We Accept: Cash')).toBeVisible()
  await expectTotal(page, total([otherProduct, 2], [product, 1]))
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await hydrated(page)

  await expect(page.getByLabel('Country')).toHaveValue('Pakistan')
  const placing = page.waitForRequest('**/rpc/place_order')
  const { id } = await placeOrder(page)
  const { token } = (await placing).postDataJSON().p
  await expect(page.getByRole('status').getByText('Order placed successfully!')).toBeVisible()
  await expect(page.getByRole('status').getByText('Thank you for your purchase.')).toBeVisible()
  await expectTotal(page, total([otherProduct, 2], [product, 1]))
  await expect(page.getByText('Cash on Delivery', { exact: true })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('Ayesha Khan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Track Your Order' }).click()
  await expect(
    page.getByText('Your order has been placed and is awaiting processing.'),
  ).toBeVisible()
  expect(token).toMatch(/^[\w-]{22,}$/)
  expect(sent.length).toBeGreaterThan(10)
  expect(sent.filter((text) => text.includes(token))).toEqual([])
  expect(await page.evaluate(() => [location.href, document.referrer])).not.toContain(token)
  await passFifteenSeconds(shop, id)
  await page.clock.fastForward(15_000)
  await expect(page.getByText('Your order is being prepared for shipment.')).toBeVisible()
  expect(await savedOrder(shop, id)).toMatchObject({
    total: Number(total([otherProduct, 2], [product, 1])),
    status: 'processing',
  })

  await setState(shop, id, { status: 'shipped', trackingNumber: 'TCS-778' })
  await page.reload()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Your order has been shipped and is on the way.')
  await expect(progress).toContainText('Tracking number:TCS-778')
})

test('D23 D24 rules 2.16, 4.12 and 12.1: Shop Now, Back and Shop Now is two units, and after its order there is no checkout', async ({
  page,
}) => {
  await shopNow(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await hydrated(page)
  await expectTotal(page, total([product, 2]))
  expect(await savedCart(page)).toContain('"quantity":2')
  await placeOrder(page)
  await page.goBack()
  await expect(page).toHaveURL(product.path)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/products$/)
})
