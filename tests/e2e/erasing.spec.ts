import type { Page } from '@playwright/test'
import { price, product } from '#tests/support/catalogue.ts'
import { openNewOrder, openOrder } from './support/admin.ts'
import { type OwnShop, orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const person = { fullName: 'Shaista Butt', phone: '0321 9876543' }

test('rule 16.5: a customer is erased from an order page, after a confirmation', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop, person)
  const other = await orderIn(shop, person)
  await deliverAll(shop)
  await openOrder(page, id)
  await opener(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase personal data?' })
  await expect(dialog).toContainText('Shaista Butt')
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await opener(page).click()
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('2 orders name nobody any more.')).toBeVisible()
  await expect(page.getByText('The personal data of this order has been erased.')).toBeVisible()
  await expect(page.getByText('Shaista Butt')).toHaveCount(0)
  await expect(page.getByText('9876543')).toHaveCount(0)
  await expect(opener(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Call|WhatsApp/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: product.name })).toContainText(price(product))

  await page.goto(`/admin/orders?q=${other}`)
  await expect(page.getByRole('row', { name: other })).toContainText('Erased')
  await page.goto(`/order/tracking/${id}`)
  await expect(
    page.getByText('Name, address and phone of this order have been erased.'),
  ).toBeVisible()
})

test('rule 16.6: with an open order nothing is erased, and the dialog says what to do', async ({
  page,
  shop,
}) => {
  await openNewOrder(page, shop, person)
  await opener(page).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Nothing was erased: 1 order is still open. Mark what is open as delivered or cancelled first.',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible()
})

test('rule 16.5: a customer is erased from the list of customers', async ({ page, shop }) => {
  await orderIn(shop, person)
  await orderIn(shop, { fullName: 'Bilal Ahmed' })
  await deliverAll(shop)
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Erase personal data of Shaista Butt' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('1 order names nobody any more.')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody tr')).toContainText('Bilal Ahmed')
})

test('the dialog passes axe and fits every width, its buttons 44 px high', async ({
  page,
  shop,
}) => {
  await orderIn(shop, { ...person, fullName: 'Shaista'.repeat(14) })
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Erase personal data' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nothing was erased')
  await expectAccessible(page)
  await expectNoOverflow(page, [360, 1280])
  for (const button of await page.getByRole('dialog').getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

function opener(page: Page) {
  return page.getByRole('button', { name: 'Erase personal data of Shaista Butt' })
}

async function deliverAll(shop: OwnShop) {
  await shop.sql("update public.orders set status = 'delivered' where status <> 'delivered'")
}
