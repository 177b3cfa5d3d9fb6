import type { Page } from '@playwright/test'
import { ordersOf } from './support/admin-session.ts'
import {
  confirmedOrder,
  newPhone,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  single,
} from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

const BAD_PHONE = 'Please enter a valid phone number'
const BAD_POSTAL_CODE = 'Please enter a valid postal code'

for (const [what, words] of [
  ['nothing', ''],
  ['spaces', '  \t\u00A0\u3000'],
  ['what cannot be seen', '\u200B\u200D\u2060\u202E'],
] as const) {
  test(`E01 E02 seven fields of ${what} are seven problems, with the focus on the first and no request`, async ({
    page,
  }) => {
    await putInCart(page, [{ ...single, quantity: 1 }])
    await page.goto('/checkout')
    for (const field of await page.locator('#checkout-form input:not([type=radio])').all()) {
      await field.fill(words)
    }
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await pressPlaceOrder(page)
    await expect(page.getByText('This field is required')).toHaveCount(7)
    await expect(page.getByLabel('Full Name')).toBeFocused()
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('This field is required')
    expect(requests.filter((url) => /\/(rest|forms)\//.test(url))).toEqual([])

    await page.getByLabel('City').fill('Lahore')
    await expect(page.getByText('This field is required')).toHaveCount(6)
  })
}

test('E03 A71 A73 phone numbers are told apart as the store tells them', async ({ page }) => {
  await openWithoutName(page)
  for (const [typed, problem] of [
    ['123456789', BAD_PHONE],
    ['1234567890', ''],
    ['123456789012345', ''],
    ['1234567890123456', BAD_PHONE],
    ['+92 (300) 123-4567', ''],
    ['۰۳۰۰۱۲۳۴۵۶۷', ''],
    ['０３００１２３４５６７', ''],
    ['०३००१२३४५६७', BAD_PHONE],
    ['call me', BAD_PHONE],
  ] as const) {
    await page.getByLabel('Phone').fill(typed)
    await expectProblem(page, 'Phone', problem)
  }
})

test('E05 A74 postal codes are told apart as the store tells them', async ({ page }) => {
  await openWithoutName(page)
  for (const [typed, problem] of [
    ['54', BAD_POSTAL_CODE],
    ['547', ''],
    ['SW1A 1AA', ''],
    ['12345-6789', ''],
    ['12345-67890', BAD_POSTAL_CODE],
    ['54_700', BAD_POSTAL_CODE],
    ['۵۴۷۰۰', ''],
    ['ÅÄÖ', BAD_POSTAL_CODE],
    ['<b>', BAD_POSTAL_CODE],
  ] as const) {
    await page.getByLabel('Postal Code').fill(typed)
    await expectProblem(page, 'Postal Code', problem)
  }
})

test('E06 a bad phone and a bad postal code are named together, the focus on the first', async ({
  page,
}) => {
  await openFilledCheckout(page)
  await page.getByLabel('Phone').fill('12345')
  await page.getByLabel('Postal Code').fill('5!')
  await pressPlaceOrder(page)
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(BAD_PHONE)
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription(BAD_POSTAL_CODE)
  await expect(page.getByLabel('Postal Code')).toBeFocused()
})

test('a thousand pieces are more than one order takes, said plainly', async ({ page }) => {
  await openFilledCheckout(page, [{ ...single, quantity: 1000 }])
  await expect(
    page.getByText('We can send at most 999 of Zulf Herbal Hair Oil in one order.'),
  ).toBeVisible()
})

test('E07 ten thousand characters in a field are refused in words', async ({ page }) => {
  await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('a'.repeat(10_000))
  await pressPlaceOrder(page)
  await expect(page.getByText('Please use at most 100 characters')).toBeVisible()
})

test('E09 what the browser fills in by itself counts as typed, and clears its problem', async ({
  page,
}) => {
  const { phone } = await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('')
  await page.getByLabel('City').fill('')
  await pressPlaceOrder(page)
  await expect(page.getByText('This field is required')).toHaveCount(2)
  // As autofill does it: no key is pressed. Some browsers tell of it, some do not.
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

test('E11 Enter in a field and a click at once make one order', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('#checkout-form')
    form?.requestSubmit()
    document.querySelector<HTMLButtonElement>('[form=checkout-form]')?.click()
    form?.requestSubmit()
  })
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('E13 a cart that another tab emptied is not ordered', async ({ page, context }) => {
  const { phone } = await openFilledCheckout(page)
  const other = await context.newPage()
  await other.goto('/cart')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await other.getByRole('button', { name: 'Remove Zulf Herbal Hair Oil' }).click()
  await expect(page).toHaveURL(/\/products$/)
  expect(sent.filter((url) => url.includes('/rpc/place_order'))).toEqual([])
  expect(await ordersOf(phone)).toEqual([])
})

test('E15 a name of accents, emoji and Urdu is stored in one normal form', async ({ page }) => {
  const { phone } = await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('Zoe\u202E\u0308 🌿👩‍👩‍👧‍👦 می\u200Cخواهم')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([
    { shipping_address: { fullName: 'Zo\u00EB 🌿👩‍👩‍👧‍👦 می\u200Cخواهم' } },
  ])
})

/** Everything is right but the name, so that a press judges the rest and sends nothing. */
async function openWithoutName(page: Page): Promise<void> {
  await openFilledCheckout(page)
  await page.getByLabel('Phone').fill(newPhone())
  await page.getByLabel('Full Name').fill('')
}

async function expectProblem(page: Page, label: string, problem: string): Promise<void> {
  await pressPlaceOrder(page)
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('This field is required')
  await expect(page.getByLabel(label)).toHaveAccessibleDescription(problem)
}
