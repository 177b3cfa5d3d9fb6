/* What a customer does, in the words of the page. */
import type { Locator, Page } from '@playwright/test'
import { ADDRESS_TABLE, REQUIRED_FIELDS } from '#order/address/address.ts'
import { type ChosenLine, priceCart } from '#shop/cart/cart.ts'
import { CART_KEY, encodeCart } from '#shop/cart/stored-cart.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { expect, hydrated } from './shop-test.ts'

/** Opens /checkout with something in the cart, typed in full: one press away from an order. */
export async function openFilledCheckout(
  page: Page,
  choices: ChosenLine[] = [choice(product)],
): Promise<{ phone: string }> {
  await putInCart(page, choices)
  await page.goto('/checkout')
  const phone = newPhone()
  await fillAddress(page, phone)
  return { phone }
}

export async function putInCart(page: Page, choices: ChosenLine[]): Promise<void> {
  // The smallest document of the site: only its storage is needed.
  await page.goto('/robots.txt')
  const text = encodeCart(priceCart(choices))
  await page.evaluate(([key, cart]) => localStorage.setItem(key, cart), [CART_KEY, text] as const)
}

/** From the page of a product to the checkout. */
export async function shopNow(page: Page, { path } = product): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
}

export async function fillAddress(page: Page, phone: string): Promise<void> {
  for (const field of REQUIRED_FIELDS) {
    const input = page.getByLabel(ADDRESS_TABLE[field].label, { exact: true })
    await input.fill({ ...goodAddress, phone }[field])
  }
}

export async function pressPlaceOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place Order' }).click()
}

/** Fills in the address and places the order. */
export async function placeOrder(page: Page): Promise<{ phone: string; id: string }> {
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  return { phone, id: await confirmedOrder(page) }
}

/** Places an order from the cart to the confirmation. */
export async function buy(page: Page): Promise<{ phone: string; id: string }> {
  const { phone } = await openFilledCheckout(page)
  await pressPlaceOrder(page)
  return { phone, id: await confirmedOrder(page) }
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

/** The last line of the order summary: its total. */
export async function expectTotal(page: Page, total: string): Promise<void> {
  await expect(page.getByRole('definition').filter({ hasText: total }).last()).toBeVisible()
}

/** A link that begins a message to the shop. */
export function chat(page: Page, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

/** The backend limits open orders per phone number: each test has its own. */
export function newPhone(): string {
  return `03${Math.floor(Math.random() * 1e9)
    .toString()
    .padStart(9, '0')}`
}

/** The cart that is saved on the device. */
export async function savedCart(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), CART_KEY)
}
