/* Buying, and the daily work of the admin, without a mouse. */
import type { Locator, Page } from '@playwright/test'
import { goodAddress } from '#tests/support/address-cases.ts'
import { price, product } from '#tests/support/catalogue.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { savedOrder } from './support/admin.ts'
import { confirmedOrder, newPhone } from './support/customer.ts'
import { orderIn, test } from './support/own-shop.ts'
import { dataLoaded, slowData } from './support/page-checks.ts'
import { expect, hydrated } from './support/shop-test.ts'

test('a customer buys by keyboard', async ({ page, shop }) => {
  await page.goto(product.path)
  await pressOn(page, page.getByRole('button', { name: 'Increase quantity' }).first())
  await pressOn(page, page.getByRole('button', { name: 'Shop Now' }).first())
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  await tabTo(page, page.getByLabel('Full Name'))
  const phone = newPhone()
  const { country: _, ...typed } = { ...goodAddress, phone }
  const labels = ['Full Name', 'Address', 'City', 'State', 'Postal Code', 'Country', 'Phone']
  const words = [...Object.values(typed).slice(0, 5), undefined, phone]
  for (const [nth, label] of labels.entries()) {
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    const word = words[nth]
    if (word) await page.keyboard.insertText(word)
    await page.keyboard.press('Tab')
  }
  await pressOn(page, page.getByRole('button', { name: 'Place Order' }))
  const id = await confirmedOrder(page)
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Track Your Order' }))
  await expect(page).toHaveURL(new RegExp(`/order/tracking/${id}$`))
  const rows = await shop.sql('select id, total from public.orders')
  expect(rows).toMatchObject([{ id, total: price(product, 2) }])
})

test('the admin logs in, ships an order and logs out by keyboard', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await slowData(page)
  await page.goto('/admin')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.insertText('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(adminLogin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText(id).first()).toBeVisible()

  await pressOn(page, page.getByRole('table').getByRole('link', { name: 'View' }))
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  await tabTo(page, page.getByLabel('Status'))
  await page.keyboard.type('Ship')
  await expect(page.getByLabel('Status')).toHaveValue('shipped')
  await pressOn(page, page.getByRole('button', { name: 'Update Status' }))
  await pressOn(page, page.getByRole('button', { name: 'Save all the same' }))
  await expect(page.getByText('The status is now Shipped')).toBeVisible()
  await tabTo(page, page.getByLabel('Tracking Number'))
  await page.keyboard.insertText('TCS 7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The tracking number is now TCS 7')).toBeVisible()
  expect(await savedOrder(shop, id)).toMatchObject({ status: 'shipped', tracking_number: 'TCS 7' })

  // What comes after the session's end is refused, which the console says.
  await dataLoaded(page)
  await pressOn(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the target has a visible focus, around the page if need be. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let looks = 0; looks < 15; looks += 1) {
    // Where it has arrived, Tab does nothing until the next look, so that one look is enough for several presses.
    const stay = await target.evaluateHandle((element) => {
      const end = new AbortController()
      const hold = (event: KeyboardEvent) => {
        if (event.key === 'Tab' && element.matches(':focus-visible')) event.preventDefault()
      }
      addEventListener('keydown', hold, { capture: true, signal: end.signal })
      return end
    })
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab')
    await stay.evaluate((end) => end.abort())
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return
  }
  await expect(target).toBeFocused()
}
