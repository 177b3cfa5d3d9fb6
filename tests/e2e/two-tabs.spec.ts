import { ordersOf } from './support/admin-session.ts'
import {
  confirmedOrder,
  fillAddress,
  openFilledCheckout,
  putInCart,
  single,
} from './support/customer.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

test('D25 two tabs that press at once make one order and show the same confirmation', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/checkout')
  await hydrated(other)
  await fillAddress(other, phone)
  // Pressed from a third tab: a call into a tab that has just been led away would fail.
  const pressWhenTold = () => {
    new BroadcastChannel('press').onmessage = () =>
      document.querySelector<HTMLFormElement>('#checkout-form')?.requestSubmit()
  }
  await page.evaluate(pressWhenTold)
  await other.evaluate(pressWhenTold)
  const third = await context.newPage()
  await third.goto('/about')
  await third.evaluate(() => new BroadcastChannel('press').postMessage('now'))
  const ids = await Promise.all([confirmedOrder(page), confirmedOrder(other)])
  expect(ids[0]).toBe(ids[1])
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('D26 the same cart is in every tab at once', async ({ page, context }) => {
  await putInCart(page, [{ ...single, quantity: 1 }])
  await page.reload()
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('1598.00').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*2/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Zulf Herbal Hair Oil' }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('a cart emptied in another tab takes the checkout to the products', async ({
  page,
  context,
}) => {
  await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Remove Zulf Herbal Hair Oil' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('Back shows the cart as it is now', async ({ page }) => {
  await putInCart(page, [{ ...single, quantity: 1 }])
  await page.goto('/products')
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.goBack()
  await expect(page.getByRole('link', { name: /Cart.*2/ }).first()).toBeVisible()
})
