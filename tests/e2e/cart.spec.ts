/* The lines of the cart: a quantity is typed, and a removed line restored, on all pages that show them. */
import { choice, otherProduct, price, product, total } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectTotal,
  fillAddress,
  newPhone,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  savedCart,
} from './support/customer.ts'
import { recordRequests } from './support/page-checks.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const TOO_FEW = 'Please enter a whole number from 1 to 999.'
const TOO_MANY = `We can send at most 999 of ${product.name} in one order.`

test('rule 2.20: a quantity is typed, in any digits, and counts on Enter or when it is left', async ({
  page,
}) => {
  await putInCart(page, [choice(product, 2)])
  await page.goto('/cart')
  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.click()
  await page.keyboard.type('۱۲')
  await page.keyboard.press('Enter')
  await expect(quantity).toHaveValue('12')
  await expectTotal(page, total([product, 12]))
  await quantity.fill('7')
  await page.keyboard.press('Tab')
  await expectTotal(page, total([product, 7]))
  for (const [typed, sentence] of [
    ['', TOO_FEW],
    ['0', TOO_FEW],
    ['1000', TOO_MANY],
  ] as const) {
    await quantity.fill(typed)
    await quantity.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(quantity).toHaveAccessibleDescription(`${product.name} ${sentence}`)
    await expect(quantity).toHaveValue('7')
    await expectTotal(page, total([product, 7]))
  }
  await quantity.fill('8')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expectTotal(page, total([product, 9]))
  await expect(page.getByRole('alert').filter({ hasText: TOO_MANY })).toHaveCount(0)
})

test('rule 2.20: the press that leaves a quantity that cannot be does nothing else', async ({
  page,
}) => {
  await putInCart(page, [choice(product)])
  await page.goto('/cart')
  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.fill('0')
  const proceed = page.getByRole('link', { name: 'Proceed to Checkout' })
  await proceed.click()
  await expect(page.getByText(TOO_FEW)).toBeVisible()
  await proceed.click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)

  const phone = newPhone()
  await fillAddress(page, phone)
  const sent = recordRequests(page, '/rpc/place_order')
  await quantity.fill('0')
  await pressPlaceOrder(page)
  await expect(page.getByText(TOO_FEW)).toBeVisible()
  expect(sent).toEqual([])
  await quantity.fill('3')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ total: Number(price(product, 3)) }])
})

test('rule 2.21: a removed line is restored in its place by keyboard', async ({ page }) => {
  await putInCart(page, [choice(product, 3), choice(otherProduct)])
  await page.goto('/cart')
  const before = await savedCart(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button(`Remove ${product.name}`).press('Enter')
  await expectTotal(page, total([otherProduct, 1]))
  await button(`Remove ${otherProduct.name}`).press('Enter')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Removed' })).toHaveCount(2)
  await expect(button(`Undo removing ${otherProduct.name}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(`Remove ${otherProduct.name}`)).toBeFocused()
  await button(`Undo removing ${product.name}`).press('Enter')
  await expectTotal(page, total([product, 3], [otherProduct, 1]))
  expect(await savedCart(page)).toBe(before)
})

test('rule 4.12: the checkout stays while its last line can be restored', async ({ page }) => {
  await openFilledCheckout(page, [choice(product, 2)])
  const sent = recordRequests(page, '/rpc/place_order')
  const remove = page.getByRole('button', { name: `Remove ${product.name}` })
  await remove.click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: `Undo removing ${product.name}` }).click()
  await expectTotal(page, total([product, 2]))
  await remove.click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await pressPlaceOrder(page)
  await expect(page).toHaveURL(/\/products$/)
  expect(sent).toEqual([])
})

test('rule 2.21: a line removed in one tab is not restored after an order in another', async ({
  page,
  context,
}) => {
  await openFilledCheckout(page, [choice(product), choice(otherProduct)])
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: `Remove ${otherProduct.name}` }).click()
  await expect(other.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expectTotal(page, price(product))
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})
