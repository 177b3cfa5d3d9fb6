/* What the checkout fills in, asks about and takes besides the seven fields. */
import type { Page } from '@playwright/test'
import { choice, otherProduct, product, total } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  expectOrderRefused,
  expectTotal,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  savedCart,
  shopNow,
} from './support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from './support/network.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

async function openCheckout(page: Page): Promise<void> {
  await putInCart(page, [choice(product)])
  await page.goto('/checkout')
  await hydrated(page)
}

test('rule 4.18: cities are suggested without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/checkout')
  await expect(page.getByLabel('City')).toHaveAttribute('list', 'cities')
  const option = page.locator('#cities option[value="Mirpur (AJK)"]')
  await expect(option).toHaveText('Azad Jammu and Kashmir')
  await context.close()
})

test('rule 4.20: leaving the city fills empty fields, and never what was typed', async ({
  page,
}) => {
  await openCheckout(page)
  const [city, state, code] = ['City', 'State', 'Postal Code'].map((name) => page.getByLabel(name))
  if (!city || !state || !code) throw new Error('The form has no city')
  await pressPlaceOrder(page)
  await city.fill('skt')
  await city.press('Tab')
  await expect(state).toHaveValue('Punjab')
  await expect(code).toHaveValue('51310')
  await expect(state).toHaveAccessibleDescription('')

  // Another city replaces what was filled in.
  await city.fill('Karachi')
  await city.press('Tab')
  await expect(state).toHaveValue('Sindh')
  await expect(code).toHaveValue('')
  await expect(code).toHaveAccessibleDescription(
    'Karachi has several post codes. That of its main post office is 74200.',
  )
  await page.reload()
  await hydrated(page)
  await expect(state).toHaveValue('Sindh')

  await state.fill('Sindh')
  await code.fill('75500')
  await city.fill('Faisalabad')
  await city.press('Tab')
  await expect(code).toHaveAccessibleDescription(/^Post codes of Faisalabad .* 37 or 38\.$/)
  await expect(state).toHaveValue('Sindh')
  await expect(code).toHaveValue('75500')
})

test('rule 4.21: hints are read out, stop no order, and go with an edit', async ({ page }) => {
  await openFilledCheckout(page)
  const [city, phone] = [page.getByLabel('City'), page.getByLabel('Phone')]
  await city.fill('Mirpur')
  await phone.fill('042 35761234')
  await phone.blur()
  const hint = page.getByText('Did you mean Mirpur Khas, Mirpur Mathelo or Mirpur (AJK)?')
  await expect(hint).toHaveAttribute('aria-live', 'polite')
  await expect(phone).toHaveAccessibleDescription(/^This does not look like a mobile number/)
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await city.pressSequentially(' ')
  await expect(city).toHaveAccessibleDescription('')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
})

test('rule 4.21: a hint does not move the page under a press', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openFilledCheckout(page)
  const hint = page.getByText('This does not look like a mobile number')
  await page.getByLabel('Phone').fill('042 35761234')
  await page.getByLabel('City').focus()
  await expect(hint).toBeVisible()
  await page.getByLabel('Phone').fill('042 35761235')
  await expect(hint).toBeHidden()
  await page.getByText('Add a landmark, second phone or note').hover()
  await page.mouse.down()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  await page.mouse.up()
  await expect(page.getByLabel('Landmark')).toBeVisible()
  await expect(hint).toBeVisible()
})

test('rules 4.17 and 7.22: extras are folded, saved for the tab, placed, and shown to the holder', async ({
  page,
}) => {
  await openFilledCheckout(page)
  const [landmark, second] = [page.getByLabel('Landmark'), page.getByLabel('Second Number')]
  const note = page.getByLabel('Note for the Rider')
  await expect(landmark).toBeHidden()
  const fold = page.getByText('Add a landmark, second phone or note')
  await fold.click()
  await landmark.fill('مسجد کے سامنے')
  await note.fill('Ring twice')
  await second.fill('12345')
  await fold.click()
  await expect(landmark).toBeHidden()
  await pressPlaceOrder(page)
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleDescription('Please enter a valid phone number')
  await second.fill('0321 7654321')

  await page.reload()
  await hydrated(page)
  await expect(note).toHaveValue('Ring twice')
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  const texts = [
    'Landmark: مسجد کے سامنے',
    'Second Number: 0321 7654321',
    'Note for the Rider: Ring twice',
  ]
  for (const text of texts) await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('link', { name: 'Track Your Order' }).click()
  for (const text of texts) await expect(page.getByText(text)).toBeVisible()
})

test('rule 4.22: quantities are changed and lines removed in the summary', async ({ page }) => {
  await putInCart(page, [choice(product), choice(otherProduct)])
  await page.goto('/checkout')
  await hydrated(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await expectTotal(page, total([product, 2], [otherProduct, 1]))
  await page.getByRole('button', { name: `Remove ${otherProduct.name}` }).click()
  await expectTotal(page, total([product, 2]))
  await expect(
    page.getByRole('button', { name: `Undo removing ${otherProduct.name}` }),
  ).toBeFocused()
  await expect(page.getByText('Pay cash at your door')).toBeVisible()
  await expect(page.getByText(/^Expected by \w+ \d+, \d{4}$/)).toBeVisible()
})

test('rule 2.16: Shop Now, Back and Shop Now is one unit', async ({ page }) => {
  await shopNow(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  await expectTotal(page, total([product, 1]))
  expect(await savedCart(page)).toContain('"quantity":1')
})

test.describe(() => {
  test.use({ expectedNoise: /Error creating order|Failed to load resource/ })

  test('rule 18.60: a backend that cannot be reached is named beside the button', async ({
    page,
  }) => {
    await openFilledCheckout(page)
    await failFirst(page, PLACE_ORDER, faults.refused, faults.refused, faults.refused)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    await expect(
      page.getByRole('alert').getByText(/^Our shop could not be reached\./),
    ).toBeVisible()
    await pressPlaceOrder(page)
    await confirmedOrder(page)
  })
})
