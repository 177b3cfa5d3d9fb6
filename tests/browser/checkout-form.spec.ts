import { expect, test } from './support/shop-test.ts'
import { openFilledCheckout, pressPlaceOrder, putInCart, single } from './support/shopper.ts'

test('an empty form shows seven problems, takes the focus to the first and asks nothing', async ({
  page,
}) => {
  await putInCart(page, [{ ...single, quantity: 1 }])
  await page.goto('/checkout')
  await page.getByLabel('Country').fill(' ')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await pressPlaceOrder(page)
  await expect(page.getByText('This field is required')).toHaveCount(7)
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('This field is required')
  expect(requests.filter((url) => url.includes('/rest/'))).toEqual([])

  await page.getByLabel('City').fill('Lahore')
  await expect(page.getByText('This field is required')).toHaveCount(6)
})

test('a bad phone and a bad postal code are named at their fields', async ({ page }) => {
  await openFilledCheckout(page)
  await page.getByLabel('Phone').fill('12345')
  await page.getByLabel('Postal Code').fill('5!')
  await pressPlaceOrder(page)
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    'Please enter a valid phone number',
  )
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription(
    'Please enter a valid postal code',
  )
  await expect(page.getByLabel('Postal Code')).toBeFocused()
})

test('a thousand pieces are more than one order takes, said plainly', async ({ page }) => {
  await openFilledCheckout(page, [{ ...single, quantity: 1000 }])
  await expect(
    page.getByText('We can send at most 999 of Zulf Herbal Hair Oil in one order.'),
  ).toBeVisible()
})

test('ten thousand characters in a field are refused in words', async ({ page }) => {
  await openFilledCheckout(page)
  await page.getByLabel('Full Name').fill('a'.repeat(10_000))
  await pressPlaceOrder(page)
  await expect(page.getByText('Please use at most 100 characters')).toBeVisible()
})
