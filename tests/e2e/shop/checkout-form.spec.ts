import type { Locator, Page } from '@playwright/test'
import { REQUIRED_FIELDS } from '#order/address/address.ts'
import { ADD_OPTIONAL } from '#order/texts/address-words.ts'
import { choice, otherProduct, product, total } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectTotal,
  fillAddress,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
} from '../support/customer.ts'
import { recordRequests } from '../support/page-checks.ts'
import { ordersOf } from '../support/saved-orders.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

// A refused order, where the page failed to foresee it.
test.use({ expectedNoise: /^Error creating order|status of 422/ })

const REQUIRED = 'This field is required'

async function openCheckout(page: Page, choices = [choice(product)]): Promise<void> {
  await putInCart(page, choices)
  await page.goto('/checkout')
}

test('E01 E02 E06 E07 rules 4.3 and 18.7: problems are named at their fields, the focus is on the first, and nothing is sent; one that the database finds is shown likewise', async ({
  page,
}) => {
  await openCheckout(page, [choice(product, 1000)])
  const requests = recordRequests(page)
  await expect(
    page.getByText(`We can send at most 999 of ${product.name} in one order.`),
  ).toBeVisible()
  const [name, city, phone, code] = ['Full Name', 'City', 'Phone', 'Postal Code'].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator, Locator]
  // Empty, of spaces, of invisible characters.
  for (const text of ['', '  \t\u00A0\u3000', '\u200B\u200D\u2060\u202E']) {
    const fields = page.locator('#checkout-form > fieldset input:not([type=radio])')
    for (const field of await fields.all()) await field.fill(text)
    await pressPlaceOrder(page)
    await expect(page.getByText(REQUIRED)).toHaveCount(REQUIRED_FIELDS.length)
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(REQUIRED)
    await city.fill('Lahore')
    await expect(page.getByText(REQUIRED)).toHaveCount(REQUIRED_FIELDS.length - 1)
  }
  await name.fill('Ayesha Khan')
  await phone.fill('12345')
  await code.fill('5!')
  await city.fill('a'.repeat(10_000))
  await page.getByLabel('Address', { exact: true }).fill('House 1')
  await pressPlaceOrder(page)
  await expect(city).toHaveAccessibleDescription('Please use at most 100 characters')
  await expect(phone).toHaveAccessibleDescription(
    'Please enter a valid phone number The rider calls this number, such as 0300 1234567.',
  )
  await expect(code).toHaveAccessibleDescription('Please enter a valid postal code')
  await expect(city).toBeFocused()
  expect(requests.filter((url) => /\/(rest|forms)\//.test(url))).toEqual([])

  await page.getByLabel('Quantity', { exact: true }).fill('1')
  await fillAddress(page, '0300 1234567')
  await page.route('**/rpc/place_order', (route) =>
    route.fulfill({ status: 422, json: { ok: false, code: 'phone_invalid', field: 'phone' } }),
  )
  await pressPlaceOrder(page)
  await expect(phone).toHaveAccessibleDescription(/^Please enter a valid phone number/)
  await expect(phone).toBeFocused()
})

test('rules 4.20 and 4.22: quantities change in the summary, and leaving the city fills empty fields, never what was typed', async ({
  page,
}) => {
  await openCheckout(page, [choice(product), choice(otherProduct)])
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await expectTotal(page, total([product, 2], [otherProduct, 1]))
  await page.getByRole('button', { name: `Remove ${otherProduct.name}` }).click()
  await expectTotal(page, total([product, 2]))
  await expect(
    page.getByRole('button', { name: `Undo removing ${otherProduct.name}` }),
  ).toBeFocused()
  await expect(page.getByText('Pay cash at your door')).toBeVisible()
  await expect(page.getByText(/^Expected by \w+ \d+, \d{4}$/)).toBeVisible()

  const [city, state, code] = ['City', 'State', 'Postal Code'].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator]
  const leave = async (typed: string) => {
    await city.fill(typed)
    await city.press('Tab')
  }
  await pressPlaceOrder(page)
  await leave('skt')
  await expect(state).toHaveValue('Punjab')
  await expect(code).toHaveValue('51310')
  await expect(state).toHaveAccessibleDescription('')
  // Another city replaces what was filled in.
  await leave('Karachi')
  await expect(state).toHaveValue('Sindh')
  await expect(code).toHaveValue('74200')
  await expect(code).toHaveAccessibleDescription(
    '74200 is the main post office of Karachi. Change it if you know yours.',
  )
  await page.reload()
  await expect(state).toHaveValue('Sindh')
  await state.fill('Sindh')
  await code.fill('75500')
  await leave('Faisalabad')
  await expect(code).toHaveAccessibleDescription(/^Post codes of Faisalabad .* 37 or 38\.$/)
  await expect(state).toHaveValue('Sindh')
  await expect(code).toHaveValue('75500')
})

test('E09 rules 4.17, 4.21 and 7.22: hints stop no order and move nothing under a press, extras are folded and placed, autofill counts as typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { phone: number } = await openFilledCheckout(page)
  const [name, city, phone] = ['Full Name', 'City', 'Phone'].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator]
  const [landmark, second] = [page.getByLabel('Landmark'), page.getByLabel('Second Number')]
  const fold = page.getByText(ADD_OPTIONAL)
  const landline = page.getByText('This does not look like a mobile number')
  await city.fill('Mirpur')
  await phone.fill('042 35761234')
  await phone.blur()
  const hint = page.getByText('Did you mean Mirpur Khas, Mirpur Mathelo or Mirpur (AJK)?')
  await expect(hint).toHaveAttribute('aria-live', 'polite')
  await expect(phone).toHaveAccessibleDescription(/^This does not look like a mobile number/)
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await city.pressSequentially(' ')
  await expect(city).toHaveAccessibleDescription('')
  await phone.fill('042 35761235')
  await expect(landline).toBeHidden()
  await expect(landmark).toBeHidden()
  await fold.hover()
  await page.mouse.down()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  await page.mouse.up()
  await expect(landmark).toBeVisible()
  await expect(landline).toBeVisible()

  const controls = page
    .getByRole('main')
    .locator('input:not([type=radio]), button, summary, label:has(input)')
    .filter({ visible: true })
  expect(await controls.count()).toBeGreaterThan(7)
  for (const control of await controls.all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  await landmark.fill('مسجد کے سامنے')
  await page.getByLabel('Note for the Rider').fill('Ring twice')
  await second.fill('12345')
  await fold.click()
  await expect(landmark).toBeHidden()
  await pressPlaceOrder(page)
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleDescription('Please enter a valid phone number')
  await second.fill('0321 7654321')
  await page.reload()
  await hydrated(page)
  await expect(page.getByLabel('Note for the Rider')).toHaveValue('Ring twice')

  await name.fill('')
  await city.fill('')
  await phone.fill(number)
  await pressPlaceOrder(page)
  await expect(page.getByText(REQUIRED)).toHaveCount(2)
  // As autofill does it, without a key. Some browsers send an event, some do not.
  await name.evaluate((input: HTMLInputElement) => {
    input.value = 'Filled In'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(page.getByText(REQUIRED)).toHaveCount(1)
  await city.evaluate((input: HTMLInputElement) => {
    input.value = 'Multan'
  })
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(number)).toMatchObject([
    { shipping_address: { fullName: 'Filled In', city: 'Multan' } },
  ])
  const texts = [
    'Landmark: مسجد کے سامنے',
    'Second Number: 0321 7654321',
    'Note for the Rider: Ring twice',
  ]
  for (const text of texts) await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('link', { name: 'Track Your Order' }).click()
  for (const text of texts) await expect(page.getByText(text)).toBeVisible()
})

test('rule 12.20: Tab follows the eye on the checkout at every width', async ({ page }) => {
  await openCheckout(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).focus()
    for (let stops = 0; stops < (width < 1024 ? 3 : 1); stops++) await page.keyboard.press('Tab')
    await expect(page.getByLabel('Full Name')).toBeFocused()
  }
})
