import { choice, product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
} from './support/customer.ts'
import { recordRequests } from './support/page-checks.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

const PROBLEMS: Record<string, string> = {
  required: 'This field is required',
  phone_invalid: 'Please enter a valid phone number',
  postal_invalid: 'Please enter a valid postal code',
}

for (const [title, text] of [
  ['E01 an empty form', ''],
  ['E02 a form of spaces', '  \t\u00A0\u3000'],
  ['rule 4.3: a form of invisible characters', '\u200B\u200D\u2060\u202E'],
] as const) {
  test(`${title} has seven errors, the focus on the first, and sends nothing`, async ({ page }) => {
    await putInCart(page, [choice(product)])
    await page.goto('/checkout')
    for (const field of await page
      .locator('#checkout-form > fieldset input:not([type=radio])')
      .all()) {
      await field.fill(text)
    }
    const requests = recordRequests(page)
    await pressPlaceOrder(page)
    await expect(page.getByText('This field is required')).toHaveCount(7)
    await expect(page.getByLabel('Full Name')).toBeFocused()
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('This field is required')
    expect(requests.filter((url) => /\/(rest|forms)\//.test(url))).toEqual([])

    await page.getByLabel('City').fill('Lahore')
    await expect(page.getByText('This field is required')).toHaveCount(6)
  })
}

test('E06 E07 a bad phone, a bad postal code and a long name are named together', async ({
  page,
}) => {
  await openFilledCheckout(page)
  await page.getByLabel('Phone').fill('12345')
  await page.getByLabel('Postal Code').fill('5!')
  await page.getByLabel('City').fill('a'.repeat(10_000))
  await pressPlaceOrder(page)
  await expect(page.getByLabel('City')).toHaveAccessibleDescription(
    'Please use at most 100 characters',
  )
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    String(PROBLEMS['phone_invalid']),
  )
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription(
    String(PROBLEMS['postal_invalid']),
  )
  await expect(page.getByLabel('City')).toBeFocused()
})

test('rule 18.7: a line of 1,000 units is over the limit, and the page says so', async ({
  page,
}) => {
  await putInCart(page, [choice(product, 1000)])
  await page.goto('/checkout')
  await expect(
    page.getByText(`We can send at most 999 of ${product.name} in one order.`),
  ).toBeVisible()
})

test('E09 what the browser fills in counts as typed, and clears its error', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('')
  await page.getByLabel('City').fill('')
  await pressPlaceOrder(page)
  await expect(page.getByText('This field is required')).toHaveCount(2)
  // As autofill does it, without a key. Some browsers send an event, some do not.
  await page.getByLabel('Full Name').evaluate((input: HTMLInputElement) => {
    input.value = 'Filled In'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(page.getByText('This field is required')).toHaveCount(1)
  await page.getByLabel('City').evaluate((input: HTMLInputElement) => {
    input.value = 'Multan'
  })
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([
    { shipping_address: { fullName: 'Filled In', city: 'Multan' } },
  ])
})

test('E13 a cart that another tab emptied is not ordered', async ({ page, context }) => {
  const { phone } = await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/cart')
  const sent = recordRequests(page, '/rpc/place_order')
  await other.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page).toHaveURL(/\/products$/)
  expect(sent).toEqual([])
  expect(await ordersOf(phone)).toEqual([])
})

test('E15 a name of accents, emoji and Urdu is saved in one normal form', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('Zoe\u202E\u0308 🌿👩‍👩‍👧‍👦 می\u200Cخواهم')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([
    { shipping_address: { fullName: 'Zo\u00EB 🌿👩‍👩‍👧‍👦 می\u200Cخواهم' } },
  ])
})
