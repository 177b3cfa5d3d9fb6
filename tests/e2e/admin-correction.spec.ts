/* The order page as a desk: booking, correcting, notes, and two tabs that change one order. */
import type { Page } from '@playwright/test'
import { formatMoney, toMinor } from '#shared/money.ts'
import { otherProduct, price, product, total } from '#tests/support/catalogue.ts'
import { logInAgain, openNewOrder, savedHistory, savedOrder } from './support/admin.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

test('rule 14.21: a booking is saved at once, and its parcel is linked and copied', async ({
  context,
  page,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await openNewOrder(page, shop)
  const number = page.getByLabel('Tracking Number')
  await page.getByLabel('Courier').selectOption('PostEx')
  await number.fill('نمبر')
  await expect(number).toHaveAccessibleDescription(/Only Latin letters/)
  await number.press('Enter')
  await expect(number).toBeFocused()
  expect(await savedHistory(shop, id)).toEqual(['pending'])

  await page.getByLabel('Status').selectOption('Shipped')
  await number.fill('CN ۱۲۳')
  await number.press('Enter')
  await expect(page.getByText('The tracking number is now CN 123')).toBeVisible()
  const link = page.getByRole('link', { name: 'Track parcel CN 123' })
  await expect(link).toHaveAttribute('href', /postex.*CN%20123/)
  await page.getByRole('button', { name: 'Copy Tracking Number' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CN 123')
  expect(await savedHistory(shop, id)).toEqual(['pending', 'shipped'])

  await page.getByLabel('Status').selectOption('Cancelled')
  await page.getByLabel('Outcome').selectOption('Parcel returned')
  await page.getByRole('button', { name: 'Update Status' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Outcome: none → Parcel returned')
  await expect(history).toContainText('Courier: none → PostEx')
  await expect(page.getByLabel('Status')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Outcome')).toHaveValue('returned')
})

test('rule 14.26: a correction is priced by today, seen before it is saved, and exact on the dashboard', async ({
  page,
  shop,
}) => {
  const id = await openNewOrder(page, shop)
  const form = await openCorrection(page)
  await form.getByLabel('Address').fill('House 8, Street 4')
  await form.getByLabel('Phone', { exact: true }).fill('12')
  await form.getByLabel('Landmark').fill('Behind the mosque')
  await form.getByLabel('Quantity').first().fill('2')
  await form
    .getByLabel('Product')
    .last()
    .selectOption({
      label: `${otherProduct.name} (${otherProduct.sizes[0].label}), ${price(otherProduct)}`,
    })
  await form.getByLabel('Quantity').nth(1).fill('3')
  await form.getByLabel('Advance Paid').fill('500')
  const sum = total([product, 2], [otherProduct, 3])
  const toCollect = formatMoney(toMinor(Number(sum)) - 50_000)
  await expect(form.getByRole('status')).toContainText(`${price(product)} → ${sum}`)
  await expect(form.getByRole('status')).toContainText(`${price(product)} → ${toCollect}`)

  await form.getByRole('button', { name: 'Save Correction' }).click()
  await expect(form.getByLabel('Phone', { exact: true })).toBeFocused()
  await expect(form.getByText('Please enter a valid phone number')).toBeVisible()
  await expect(form.getByLabel('Landmark')).toHaveValue('Behind the mosque')
  await form.getByLabel('Phone', { exact: true }).fill('0311 5556667')
  await form.getByRole('button', { name: 'Save Correction' }).press('Enter')
  await expect(page.getByText('Order corrected')).toBeVisible()
  await expect(page.locator('summary', { hasText: 'Correct This Order' })).toBeFocused()

  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Address: House 7, Street 3, Model Town → House 8, Street 4')
  await expect(history).toContainText(`Total: ${price(product)} → ${sum}`)
  await expect(history).toContainText('Advance: 0.00 → 500.00')
  await expect(page.getByRole('definition').filter({ hasText: toCollect })).toHaveCount(1)
  const [row] = await shop.sql(
    "select total::text, items, shipping_address ->> 'phone' as phone from public.orders where id = $1",
    [id],
  )
  expect(row).toMatchObject({ total: sum, phone: '0311 5556667' })
  await page.goto('/admin/dashboard')
  await expect(page.getByText(sum, { exact: true }).first()).toBeVisible()
})

test('rule 14.26: a booked order is corrected only after its booking is cleared', async ({
  page,
  shop,
}) => {
  await openNewOrder(page, shop)
  await page.getByLabel('Courier').selectOption('TCS')
  await page.getByRole('button', { name: 'Update Tracking' }).click()
  await expect(page.getByText('The courier is now TCS')).toBeVisible()
  await page.locator('summary', { hasText: 'Correct This Order' }).click()
  await expect(page.getByText(/booked with TCS.*set its courier to None/)).toBeVisible()
  await expect(page.getByRole('form', { name: 'Correction' })).toHaveCount(0)
  await page.getByLabel('Courier').selectOption('None')
  await page.getByRole('button', { name: 'Update Tracking' }).click()
  await expect(page.getByRole('form', { name: 'Correction' })).toBeVisible()
})

test.describe('two tabs', () => {
  test.use({ expectedNoise: /status of 409/ })

  test('rules 14.14 and 14.18: the older of two tabs is refused, shows what changed and keeps what was typed', async ({
    context,
    page,
    shop,
  }) => {
    const id = await openNewOrder(page, shop)
    const form = await openCorrection(page)
    await form.getByLabel('City').fill('Multan')
    const other = await context.newPage()
    await other.goto(`/admin/orders/${id}`)
    await other.getByLabel('Status').selectOption('Shipped')
    await other.getByLabel('Tracking Number').fill('CN 9')
    await other.getByRole('button', { name: 'Update Status' }).click()
    await expect(other.getByText('The status is now Shipped')).toBeVisible()

    await page.getByLabel('Status').selectOption('Cancelled')
    await page.getByRole('button', { name: 'Update Status' }).click()
    const meanwhile = page.getByRole('alert').filter({ hasText: 'This order changed meanwhile' })
    await expect(meanwhile).toContainText('Status: Pending → Shipped')
    await expect(meanwhile).toContainText('Tracking Number: none → CN 9')
    await expect(page.getByLabel('Status')).toHaveValue('cancelled')
    await expect(form.getByLabel('City')).toHaveValue('Multan')
    await expect(form.getByRole('button', { name: 'Save Correction' })).toBeDisabled()
    expect(await savedOrder(shop, id)).toMatchObject({ status: 'shipped', tracking_number: 'CN 9' })

    await page.getByLabel('Status').selectOption('Processing')
    await page.getByLabel('Tracking Number').fill('')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await expect(meanwhile).toHaveCount(0)
    await form.getByRole('button', { name: 'Save Correction' }).click()
    await expect(page.getByText('Lahore → Multan')).toBeVisible()
  })
})

test('rule 14.28: notes are added, listed with their time, and deleted after a question', async ({
  page,
  shop,
}) => {
  await openNewOrder(page, shop)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('New Note').fill('Call after five\n<b>not bold</b>')
  await notes.getByRole('button', { name: 'Add Note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('<b>not bold</b>')
  await expect(notes.getByLabel('New Note')).toBeFocused()
  await page.reload()
  await expect(notes.getByRole('listitem').locator('time')).toBeVisible()
  await notes.getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await notes.getByRole('button', { name: 'Delete for good' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
})

test('the whole page passes axe and fits every width', async ({ page, shop }) => {
  test.slow()
  await openNewOrder(page, shop, { quantity: 11, phone: '042 35761234' })
  const form = await openCorrection(page)
  await form.getByLabel('Phone', { exact: true }).fill('1')
  await form.getByRole('button', { name: 'Save Correction' }).click()
  await page.getByLabel('Status').selectOption('Cancelled')
  await page.getByLabel('Tracking Number').fill('#')
  await expect(page.getByText('More than 10 units in one order.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test.describe('a session that is over', () => {
  test.use({ expectedNoise: /status of 40[0-9]|Error (fetching|correcting)/ })

  test('rule 13.12: a correction and a new line are still typed after the login', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop)
    await page.goto(`/admin/orders/${id}`)
    const form = await openCorrection(page)
    const key = `${otherProduct.id} ${otherProduct.sizes[0].label}`
    await form.getByLabel('City').fill('Multan')
    await form.getByLabel('Product').last().selectOption(key)
    await form.getByLabel('Quantity').nth(1).fill('4')
    await shop.sql('delete from auth.sessions')
    await form.getByRole('button', { name: 'Save Correction' }).click()
    await logInAgain(page)
    await expect(form.getByLabel('City')).toHaveValue('Multan')
    await expect(form.getByLabel('Product').nth(1)).toHaveValue(key)
    await expect(form.getByLabel('Quantity').nth(1)).toHaveValue('4')
    await form.getByRole('button', { name: 'Save Correction' }).click()
    await expect(page.getByText('Lahore → Multan')).toBeVisible()
  })
})

async function openCorrection(page: Page) {
  await page.locator('summary', { hasText: 'Correct This Order' }).press('Enter')
  return page.getByRole('form', { name: 'Correction' })
}
