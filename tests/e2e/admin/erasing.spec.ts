import { price, product } from '#tests/support/catalogue.ts'
import { openMore, openOrder } from '../support/admin.ts'
import { type OwnShop, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test('rules 16.5 and 16.6: a customer is erased after a confirmation', async ({ page, shop }) => {
  const person = { fullName: 'Shaista Butt', phone: '0321 9876543' }
  const id = await orderIn(shop, person)
  const other = await orderIn(shop, person)
  await openOrder(page, id)
  await openMore(page)
  const opener = page.getByRole('button', { name: 'Erase personal data of Shaista Butt' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase personal data?' })
  await expect(dialog).toContainText('Shaista Butt')
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Nothing was erased: 2 orders are still open. Mark what is open as delivered or cancelled first.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible()

  await deliverAll(shop)
  await opener.click()
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('2 orders name nobody any more.')).toBeVisible()
  await expect(page.getByText('The personal data of this order has been erased.')).toBeVisible()
  await expect(page.getByText('Shaista Butt')).toHaveCount(0)
  await expect(page.getByText('9876543')).toHaveCount(0)
  await expect(opener).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Call|WhatsApp/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: product.name })).toContainText(price(product))

  await page.goto(`/admin/orders?q=${other}`)
  await expect(page.getByRole('row', { name: other })).toContainText('Erased')
  await page.goto(`/order/tracking/${id}`)
  await expect(
    page.getByText('Name, address and phone of this order have been erased.'),
  ).toBeVisible()
})

async function deliverAll(shop: OwnShop): Promise<void> {
  await shop.sql("update public.orders set status = 'delivered' where status <> 'delivered'")
}
