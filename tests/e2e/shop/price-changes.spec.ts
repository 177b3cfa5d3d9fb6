/* Prices that differ between the database and the site, as they do from one publishing to the next. */
import type { Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { formatMoney } from '#kit/money.ts'
import { choice, otherProduct, price, product } from '#tests/support/catalogue.ts'
import {
  chat,
  confirmedOrder,
  expectTotal,
  openFilledCheckout,
  pressPlaceOrder,
} from '../support/customer.ts'
import { type OwnShop, test } from '../support/own-shop.ts'
import { expectAccessible, recordRequests } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

// The refusals, in the console of the browser.
test.use({ expectedNoise: /status of 422/ })

const [size] = product.sizes
const CHOICES = [choice(product), choice(otherProduct)]

async function setRow(shop: OwnShop, rupees: number): Promise<void> {
  await shop.sql(
    'update private.catalogue_sizes set unit_price = $3 where product_id = $1 and size = $2',
    [product.id, size.label, rupees],
  )
}

test.afterEach(async ({ shop }) => setRow(shop, Number(price(product))))

function question(page: Page, text: string) {
  return page.getByRole('alertdialog', { name: text })
}

/** The sum of the cart where the product costs so much more. */
function sum(more: number): string {
  return formatMoney((Number(price(product)) + more + Number(price(otherProduct))) * 100)
}

test('rules 4.33, 5.19 and 18.11: a price that changed is asked about once, with the keyboard alone, and a second change once more', async ({
  page,
  shop,
}) => {
  const { phone } = await openFilledCheckout(page, CHOICES)
  const sent = recordRequests(page, '/rpc/place_order')
  const documents = recordRequests(page, '/checkout')
  await setRow(shop, Number(price(product)) + 10)
  await page.getByRole('button', { name: 'Place Order' }).press('Enter')
  const first = question(page, `The price is now ${sum(10)}. Order at this price?`)
  await expect(first).toBeFocused()
  await expectTotal(page, sum(10))
  await expect(page.getByText('Something went wrong')).toBeHidden()
  expect(
    new URL(
      (await chat(page, 'Send this order on WhatsApp').getAttribute('href')) ?? '',
    ).searchParams.get('text'),
  ).toContain(`Total: ${settings.currencyWords.sign} ${sum(10)}`)
  await expectAccessible(first)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeFocused()
  await expectTotal(page, sum(0))

  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await setRow(shop, Number(price(product)) + 25)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Order at this price' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page, `The price is now ${sum(25)}. Order at this price?`)).toBeFocused()
  await page.getByRole('button', { name: 'Order at this price' }).click()
  const id = await confirmedOrder(page)
  expect(sent).toHaveLength(4)
  expect(documents.filter((url) => new URL(url).pathname === '/checkout')).toEqual([])
  await expectTotal(page, sum(25))
  const orders = await shop.sql(
    "select id, total::float8 as total from public.orders where shipping_address ->> 'phone' = $1",
    [phone],
  )
  expect(orders).toEqual([{ id, total: Number(sum(25)) }])
})

test('rules 4.34 and 18.67: above a large amount the checkout says what is asked in advance, and the order is placed', async ({
  page,
}) => {
  await openFilledCheckout(page, [{ ...choice(product), quantity: 400 }])
  await expect(page.getByText(/^This order is above 200000\.00\. We call you before/)).toBeVisible()
  await pressPlaceOrder(page)
  await confirmedOrder(page)
})
