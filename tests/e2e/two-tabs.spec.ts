import { choice, price, product } from '#tests/support/catalogue.ts'
import { confirmedOrder, fillAddress, openFilledCheckout, putInCart } from './support/customer.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

test('D25 two tabs that press at once make one order, confirmed in both', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/checkout')
  await hydrated(other)
  await fillAddress(other, phone)
  // Pressed from a third tab: a call into a tab that is being left would fail.
  const pressOnMessage = () => {
    new BroadcastChannel('press').onmessage = () =>
      document.querySelector<HTMLFormElement>('#checkout-form')?.requestSubmit()
  }
  await page.evaluate(pressOnMessage)
  await other.evaluate(pressOnMessage)
  const third = await context.newPage()
  await third.goto('/about')
  await third.evaluate(() => new BroadcastChannel('press').postMessage('now'))
  const ids = await Promise.all([confirmedOrder(page), confirmedOrder(other)])
  expect(ids[0]).toBe(ids[1])
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('D26 rule 2.9: a cart shows as it is in every tab and after Back', async ({
  page,
  context,
}) => {
  await putInCart(page, [choice(product)])
  await page.goto('/products')
  await page.goto('/cart')
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText(price(product, 2)).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*2/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.goBack()
  await expect(page.getByRole('link', { name: /Cart.*3/ }).first()).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})
