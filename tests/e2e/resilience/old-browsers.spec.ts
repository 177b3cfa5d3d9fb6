/* Rule 11.8: what browsers of 2022 and those inside other apps lack (docs/decisions/browsers.md). */
import type { Page } from '@playwright/test'
import { price, product } from '#tests/support/catalogue.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { featuresBelow, isSupported } from '#tools/compatibility/support.ts'
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

/**
 * What an oldest browser lacks by MDN's data. Also a member whose name an older one of another interface has, which
 * tests/site/built/compatibility.test.ts misses.
 */
const NEWER = [...featuresBelow('javascript.builtins'), ...featuresBelow('api', 2)]
  // Trusted Types are demanded where they are: by the content policy.
  .filter((feature) => !isSupported(feature) && !feature.path.startsWith('api.TrustedType'))
  .map(({ path }) => path.replace('javascript.builtins', 'builtins').split('.').slice(1))

async function removeNewerFunctions(page: Page): Promise<void> {
  await page.addInitScript((newer) => {
    for (const [name = '', member] of newer) {
      const object = Reflect.get(globalThis, name)
      if (!object || !member) continue
      if (member.endsWith('_static'))
        Reflect.deleteProperty(object, member.slice(0, -'_static'.length))
      else if (object.prototype) Reflect.deleteProperty(object.prototype, member)
    }
  }, NEWER)
}
