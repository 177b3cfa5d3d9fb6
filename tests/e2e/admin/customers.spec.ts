import { price, product } from '#tests/support/catalogue.ts'
import { listedIds, setStatus } from '../support/admin.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test('rules 16.2 and 18.38: orders of one name and phone are a customer', async ({
  page,
  shop,
}) => {
  await page.goto('/admin/customers')
  await expect(page.getByText('No customer data available')).toBeVisible()
  await expect(
    page.getByText('Customer information will appear as orders are placed'),
  ).toBeVisible()

  const phone = '03001234567'
  await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 2 })
  const cancelled = await orderIn(shop, { fullName: 'Ayesha Khan', phone, quantity: 5 })
  await orderIn(shop, { fullName: 'AYESHA KHAN', phone, city: 'Karachi', state: 'Sindh' })
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  const ofTheHouse = await orderIn(shop, {
    fullName: '(Dr.) M. Raza \\ #1',
    phone: '+92 300 1234567',
  })
  await setStatus(shop, cancelled, 'cancelled')
  await page.reload()
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const ayesha = rows.filter({ hasText: /Ayesha Khan/i })
  await expect(ayesha).toContainText('AYESHA KHAN')
  await expect(ayesha).toContainText('ayesha.khan@customers.invalid')
  await expect(ayesha).toContainText('Karachi, Sindh')
  await expect(ayesha.getByRole('cell').nth(3)).toHaveText('3')
  // Three units: the five of the cancelled order do not count.
  await expect(ayesha.getByRole('cell').nth(4)).toHaveText(price(product, 3))
  await expect(ayesha.getByRole('link', { name: phone })).toHaveAttribute(
    'href',
    `tel:+92${phone.slice(1)}`,
  )
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)

  await ayesha.getByRole('link', { name: /^3 orders of/ }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?/)
  await expect.poll(() => listedIds(page)).toHaveLength(3)
  await page.goBack()
  await page.getByRole('link', { name: '1 order of (Dr.) M. Raza' }).click()
  await expect.poll(() => listedIds(page)).toEqual([ofTheHouse])
  await page.goBack()
  await page.getByLabel('Search').fill('bilal')
  await expect(rows).toHaveCount(1)
})
