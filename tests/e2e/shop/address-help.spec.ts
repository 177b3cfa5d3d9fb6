/* No order stops at a post code or a province: what the forms of an address fill in and propose. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DIST } from '#tests/support/built-site.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
} from '../support/customer.ts'
import { holdFirst } from '../support/network.ts'
import { orderOnDevice, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

/** The file with the table of cities. Its name is no word. */
const TABLE = readdirSync(join(DIST, '_astro')).find(
  (name) =>
    name.endsWith('.js') &&
    readFileSync(join(DIST, '_astro', name), 'utf8').includes('Mirpur (AJK)'),
)

function fieldsOf(page: Page) {
  return {
    city: page.getByLabel('City', { exact: true }),
    state: page.getByLabel('State', { exact: true }),
    code: page.getByLabel('Postal Code', { exact: true }),
  }
}

/** Of somebody who does not know the post code. */
async function openWithoutCode(page: Page, city: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  await openFilledCheckout(page)
  const fields = fieldsOf(page)
  await fields.state.fill('')
  await fields.code.fill('')
  await fields.city.fill(city)
  return fields
}

test('rules 4.9, 4.37 and 4.38: a village that nobody knows is placed with two presses, and an address in several lines as one, with nothing lost', async ({
  page,
}) => {
  const { state, code } = await openWithoutCode(page, 'Chak 45 GB')
  const address = page.getByLabel('Address', { exact: true })
  await address.fill('House 5')
  await address.press('End')
  await address.press('Enter')
  await address.pressSequentially('Street 3')
  await page.reload()
  await expect(address).toHaveValue('House 5\nStreet 3')
  await pressPlaceOrder(page)
  // The error does not take the way on with it.
  await expect(state).toHaveAccessibleDescription('This field is required Choose your province.')
  const province = page.getByRole('button', { name: 'Punjab', exact: true })
  expect((await province.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page.getByRole('main'))

  await province.click()
  await expect(state).toHaveValue('Punjab')
  // The focus stays at the field.
  await page.keyboard.press('Tab')
  await expect(state).toBeFocused()
  await expect(code).toHaveAccessibleDescription(
    '54000 is the main post office of Lahore. Change it if you know yours.',
  )
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  await expect(page.getByText('Chak 45 GB, Punjab 54000').first()).toBeVisible()
  await expect(page.getByText('House 5 Street 3').first()).toBeVisible()
})

test('rules 4.20 and 4.39: in Karachi, one press places the order, also before the table has come', async ({
  page,
}) => {
  const release = await holdFirst(page, `**/_astro/${TABLE}`)
  const { code } = await openWithoutCode(page, 'Karachi')
  await pressPlaceOrder(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await expect(code).toHaveValue('')
  release()
  await confirmedOrder(page)
  await expect(page.getByText('Karachi, Sindh 74200').first()).toBeVisible()
})

test('rule 4.39: a city that was typed before the script came is looked at', async ({ page }) => {
  await putInCart(page, [choice(product)])
  const release = await holdFirst(page, '**/_astro/client.*.js')
  await page.goto('/checkout', { waitUntil: 'commit' })
  const { city, state, code } = fieldsOf(page)
  await city.fill('Gujranwala')
  release()
  await expect(state).toHaveValue('Punjab')
  await expect(code).toHaveValue('52250')
})

test('rule 4.40: on the order page, state and post code follow the city from Lahore to Karachi', async ({
  page,
  shop,
}) => {
  const id = await orderOnDevice(page, shop)
  await page.goto(`/order/tracking/${id}`)
  await page.locator('summary', { hasText: 'Change Address or Phone' }).click()
  const { city, state, code } = fieldsOf(page)
  await city.fill('Karachi')
  await city.press('Tab')
  await expect(state).toHaveValue('Sindh')
  await expect(code).toHaveValue('74200')
  await city.fill('Mirpur')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Mirpur (AJK), Azad Jammu and Kashmir' }).click()
  await expect(code).toHaveValue('10250')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Mirpur (AJK), Azad Jammu and Kashmir 10250').first()).toBeVisible()
})

// return.spec.ts holds the same of the admin's correction.
test('rule 4.40: so they do in the new order of the admin', async ({ page }) => {
  await page.goto('/admin/orders/new')
  const { city, state, code } = fieldsOf(page)
  await city.fill('Naushera')
  await city.press('Tab')
  await page.getByRole('button', { name: 'Naushera (Khushab), Punjab' }).click()
  await expect(state).toHaveValue('Punjab')
  await expect(code).toHaveValue('41000')
})
