/* What a customer does, in the words of the page. */
import type { Page } from '@playwright/test'
import { type Choice, toCart } from '#features/cart/cart.ts'
import { encodeCart } from '#features/cart/stored-cart.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#features/orders/address.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { expect, hydrated } from './shop-test.ts'

export const giftPack = { id: 'zulf-herbal-oil-giftpack', size: '2 x 100ml + gift' }
export const single = { id: 'zulf-herbal-oil-single', size: '100ml' }

/** Opens /checkout with something in the cart, typed in full: one press away from an order. */
export async function openFilledCheckout(
  page: Page,
  choices: Choice[] = [{ ...single, quantity: 1 }],
): Promise<{ phone: string }> {
  await putInCart(page, choices)
  await page.goto('/checkout')
  const phone = newPhone()
  await fillAddress(page, phone)
  return { phone }
}

export async function putInCart(page: Page, choices: Choice[]): Promise<void> {
  await page.goto('/cart')
  await page.evaluate(
    (text) => localStorage.setItem('zulf:cart', text),
    encodeCart(toCart(choices)),
  )
}

export async function fillAddress(page: Page, phone: string): Promise<void> {
  for (const field of ADDRESS_FIELDS) {
    const input = page.getByLabel(ADDRESS_TABLE[field].label, { exact: true })
    await input.fill({ ...goodAddress, phone }[field])
  }
}

export async function pressPlaceOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place Order' }).click()
}

/** Waits for the confirmation page. Returns the order's id. */
export async function confirmedOrder(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/order\/confirmation\/[A-Z]{8}(\?|$)/, { timeout: 90_000 })
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  return new URL(page.url()).pathname.slice(-8)
}

export async function expectOrderRefused(page: Page): Promise<void> {
  await expect(page.getByText('Something went wrong')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Could not place your order. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
}

/** The store limits open orders per phone number: each test has its own. */
export function newPhone(): string {
  return `03${Math.floor(Math.random() * 1e9)
    .toString()
    .padStart(9, '0')}`
}

/** What lies in the device's cart, as the page that is open keeps it. */
export async function keptCart(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('zulf:cart'))
}
