/* Rule 11.8: what browsers of 2022 and those inside other apps lack (docs/decisions/browsers.md). */
import type { Page } from '@playwright/test'
import { price, product } from '#tests/support/catalogue.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { logIn, typeLogin } from '../support/admin.ts'
import {
  confirmedOrder,
  expectTotal,
  openFilledCheckout,
  pressPlaceOrder,
} from '../support/customer.ts'
import { test as adminTest, orderIn } from '../support/own-shop.ts'
import { expect, test } from '../support/shop-test.ts'

test('a message is sent, and an order placed and tracked, without what Chrome 106 and Safari 15.4 lack', async ({
  page,
}) => {
  await removeNewerFunctions(page)
  await page.goto('/contact')
  for (const field of ['Name', 'Subject', 'Message', 'Email']) {
    await page.getByLabel(field, { exact: true }).fill('ayesha@example.com')
  }
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent!')).toBeVisible()

  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  await page.getByRole('link', { name: 'Track Your Order' }).click()
  await expect(
    page.getByText('Your order has been placed and is awaiting processing.'),
  ).toBeVisible()
})

adminTest('the admin signs in and reads orders without it', async ({ page, shop }) => {
  const id = await orderIn(shop, { fullName: 'Ayesha Khan' })
  await removeNewerFunctions(page)
  await logIn(page)
  await page.getByText('Show the figures').click()
  await page.goto('/admin/orders')
  await expect(page.getByRole('link', { name: id })).toBeVisible()
})

adminTest(
  'rule 13.12: the login leads back to the page that was opened, without it',
  async ({ page }) => {
    await removeNewerFunctions(page)
    await page.goto('/admin/orders')
    await expect(page).toHaveURL(/\/admin$/)
    await typeLogin(page, 'admin', adminLogin.password)
    await expect(page).toHaveURL(/\/admin\/orders$/)
  },
)

test('an order is placed without service workers, with Save-Data', async ({ page }) => {
  await page.addInitScript(() => {
    // @ts-expect-error As in the browsers inside WhatsApp, Instagram and Facebook.
    delete Navigator.prototype.serviceWorker
    Object.defineProperty(Navigator.prototype, 'connection', {
      value: { saveData: true, effectiveType: '2g' },
    })
  })
  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  await confirmedOrder(page)
})

test.describe('rule 11.11: a press whose script throws', () => {
  test.use({ expectedNoise: /too old/ })

  test('submits the plain form of the product', async ({ page }) => {
    await page.goto(product.path)
    await page.evaluate(() => {
      FormData.prototype.get = () => {
        throw new Error('too old')
      }
    })
    await page.getByRole('button', { name: 'Shop Now' }).first().click()
    await expect(page).toHaveURL(/\/checkout/)
    await expectTotal(page, price(product))
  })
})

async function removeNewerFunctions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const newer: [object, string[]][] = [
      [AbortSignal, ['timeout', 'any']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [HTMLFormElement.prototype, ['requestSubmit']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [Response, ['json']],
      [URL, ['parse', 'canParse']],
      [Promise, ['withResolvers', 'try']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [Element.prototype, ['checkVisibility']],
      [Document.prototype, ['startViewTransition']],
    ]
    for (const [object, names] of newer)
      for (const name of names) Reflect.deleteProperty(object, name)
    // Iterator.prototype is where the helpers stand; the iterators themselves are older.
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
    for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'toArray', 'some', 'find']) {
      Reflect.deleteProperty(iterators, name)
    }
  })
}
