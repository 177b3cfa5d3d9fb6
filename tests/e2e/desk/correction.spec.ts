/* The order page as a desk: correcting, notes, and two tabs that change one order. */
import { formatMoney, toMinor } from '#kit/money.ts'
import { otherProduct, price, product, total } from '#tests/support/catalogue.ts'
import { openCorrection, openHistory, openNewOrder, openOrder } from '../support/admin.ts'
import { holdFirst } from '../support/network.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

// What the older of two tabs is refused with.
test.use({ expectedNoise: /status of 409/ })

test('rules 12.3, 14.26 and 14.28: corrections are seen first, and leave the focus to who goes on meanwhile; notes are added', async ({
  page,
  shop,
}) => {
  const id = await openNewOrder(page, shop)
  const form = await openCorrection(page)
  await form.getByLabel('Address').fill('House 8, Street 4')
  await form.getByLabel('Phone', { exact: true }).fill('12')
  await form.getByLabel('Landmark').fill('Behind the mosque')
  await form.getByLabel('Quantity').first().fill('2')
  const label = `${otherProduct.name} (${otherProduct.sizes[0].label}), ${price(otherProduct)}`
  await form.getByLabel('Product').last().selectOption({ label })
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
  const summary = page.locator('summary', { hasText: 'Correct This Order' })
  await expect(summary).toBeFocused()

  // Who goes on while it is saved keeps the focus there.
  await summary.press('Enter')
  await form.getByLabel('City').fill('Multan')
  const releaseCity = await holdFirst(page, '**/rpc/admin_act')
  await form.getByRole('button', { name: 'Save Correction' }).click()
  await page.getByLabel('Tracking Number').fill('TCS 77')
  releaseCity()
  await expect(form).toBeHidden()
  await expect(page.getByLabel('Tracking Number')).toBeFocused()
  await page.getByLabel('Tracking Number').fill('')

  const history = await openHistory(page)
  await expect(history).toContainText('Address: House 7, Street 3, Model Town → House 8, Street 4')
  await expect(history).toContainText(`Total: ${price(product)} → ${sum}`)
  await expect(history).toContainText('Advance: 0.00 → 500.00')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('definition').filter({ hasText: toCollect })).toHaveCount(1)
  const [row] = await shop.sql(
    "select total::text, items, shipping_address ->> 'phone' as phone from public.orders where id = $1",
    [id],
  )
  expect(row).toMatchObject({ total: sum, phone: '0311 5556667' })

  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('New Note').fill('Call after five\n<b>not bold</b>')
  const release = await holdFirst(page, '**/rpc/admin_act')
  const add = notes.getByRole('button', { name: 'Add Note' })
  await add.click()
  // It keeps the focus while it saves, and a second press does nothing.
  await expect(add).toBeDisabled()
  await expect(add).toBeFocused()
  await add.press('Enter')
  release()
  await expect(notes.getByRole('listitem')).toContainText('<b>not bold</b>')
  await expect(notes.getByLabel('New Note')).toBeFocused()
  await expect(notes.getByRole('listitem').locator('time')).toBeVisible()
  await notes.getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  expect(await shop.sql('select from private.order_notes')).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(notes.getByRole('listitem')).toContainText('<b>not bold</b>')
  expect(await shop.sql('select from private.order_notes')).toHaveLength(1)
})

test('the page passes axe and fits every width with the longest words', async ({ page, shop }) => {
  test.slow()
  const markup = '<img src=x onerror=alert(1)>'
  const id = await orderIn(shop, {
    fullName: 'گ'.repeat(100),
    address: markup.repeat(7),
    quantity: 11,
    phone: '042 35761234',
  })
  await shop.withoutTriggers(
    `update public.orders set items = jsonb_set(items, '{0,image}', '""') where id = $1`,
    [id],
  )
  await openOrder(page, id)
  await expect(page.getByText(markup).first()).toBeVisible()
  await expect(page.getByRole('row').locator('svg[viewBox="0 0 52 64"]')).toBeVisible()
  await expect(page.getByRole('row').locator('img')).toHaveCount(0)
  const form = await openCorrection(page)
  await form.getByLabel('Phone', { exact: true }).fill('1')
  await form.getByRole('button', { name: 'Save Correction' }).click()
  await page.getByLabel('Status').selectOption('Cancelled')
  await page.getByLabel('Tracking Number').fill('#')
  await expect(page.getByText('More than 10 units in one order.')).toBeVisible()
  await expectAccessible(page)
})
