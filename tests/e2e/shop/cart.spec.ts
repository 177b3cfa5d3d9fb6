/* The lines of the cart: a quantity is typed, and a removed line restored, on all pages and in all tabs. */

import { formatMoney } from '#kit/money.ts'
import { sellingPrice } from '#product/price-list.ts'
import { savedChoices } from '#shop/cart/stored-cart.ts'
import {
  choice,
  otherProduct,
  pair,
  pairedProduct,
  price,
  product,
  total,
} from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectTotal,
  fillAddress,
  newPhone,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  savedCart,
} from '../support/customer.ts'
import { recordRequests } from '../support/page-checks.ts'
import { ordersOf } from '../support/saved-orders.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

const TOO_FEW = 'Please enter a whole number from 1 to 999.'
const TOO_MANY = `We can send at most 999 of ${product.name} in one order.`

test('rule 2.20: a change of the cart fetches no script, and a quantity is typed, in any digits, counts on Enter or when it is left, and the press that leaves an impossible one does nothing else', async ({
  page,
}) => {
  await putInCart(page, [choice(product, 2)])
  await page.goto('/cart')
  const scripts = recordRequests(page, '.js')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 3', exact: true })).toBeAttached()
  expect(scripts).toEqual([])
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

test('rules 2.21 and 12.1: a removed line is restored in its place by keyboard', async ({
  page,
}) => {
  await putInCart(page, [choice(product, 3), choice(otherProduct, 998)])
  await page.goto('/cart')
  await expect(page.getByText('Order Summary')).toBeVisible()
  const before = savedChoices(await savedCart(page))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button(`Remove ${product.name}`).press('Enter')
  await expectTotal(page, total([otherProduct, 998]))
  await button(`Remove ${otherProduct.name}`).press('Enter')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Removed' })).toHaveCount(2)
  await expect(button(`Undo removing ${otherProduct.name}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(`Remove ${otherProduct.name}`)).toBeFocused()
  await button(`Undo removing ${product.name}`).press('Enter')
  await expectTotal(page, total([product, 3], [otherProduct, 998]))
  expect(savedChoices(await savedCart(page))).toEqual(before)
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

test('D26 E13 rules 2.9 and 2.21: every tab shows a change of the cart, and orders none that another has emptied', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page, [choice(product), choice(otherProduct)])
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: `Remove ${otherProduct.name}` }).click()
  await expect(other.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expectTotal(page, price(product))
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expectTotal(other, price(product, 2))
  await expect(other.getByRole('link', { name: /Cart.*2/ }).first()).toBeVisible()
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  // The line that was removed here is not restored after an order there.
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

  await openFilledCheckout(page)
  const sent = recordRequests(page, '/rpc/place_order')
  await other.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page).toHaveURL(/\/products$/)
  expect(sent).toEqual([])
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('D25 two tabs that press at once make one order and show the same confirmation', async ({
  page,
  context,
}) => {
  const { phone } = await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/checkout')
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

test('rules 2.33 and 2.34: two units of a size that is sold as a pair are offered as it on product, drawer, cart and checkout, and swapped with one press', async ({
  page,
}) => {
  const saved = formatMoney(2 * sellingPrice(pairedProduct.sizes[0]) - sellingPrice(pair.sizes[0]))
  const offer = page.getByText(`for ${price(pair)}.`)
  const swap = page.getByRole('button', { name: `Swap 2 and save ${saved}` })

  await page.goto(pairedProduct.path)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  // One is offered the pair as well.
  await expect(drawer.getByRole('button', { name: `Take 2 and save ${saved}` })).toBeVisible()
  await drawer.getByRole('button', { name: 'Increase quantity' }).click()
  await drawer.getByRole('button', { name: `Swap 2 and save ${saved}` }).click()
  await expect(drawer.getByRole('link', { name: pair.name })).toBeFocused()
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add to cart' }).click()
  await drawer.getByRole('button', { name: `Take 2 and save ${saved}` }).click()
  await expect(drawer.getByLabel('Quantity', { exact: true })).toHaveValue('2')
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await drawer.getByRole('button', { name: 'Decrease quantity' }).click()
  await page.keyboard.press('Escape')

  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(offer).toBeVisible()
  await swap.click()
  await expect(page).toHaveURL('/cart')
  await expectTotal(page, total([pair, 2], [pairedProduct, 1]))

  for (const path of ['/cart', '/checkout']) {
    await putInCart(page, [choice(pairedProduct, 2)])
    await page.goto(path)
    await expect(offer).toBeVisible()
    await swap.click()
    await expect(page.getByRole('link', { name: pair.name })).toBeFocused()
    await expect(offer).toBeHidden()
    expect(JSON.parse((await savedCart(page)) ?? '').items).toEqual([choice(pair)])
  }
})
