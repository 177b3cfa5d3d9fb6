import type { Page } from '@playwright/test'
import { foundText, otherProduct, rareProduct } from '#tests/support/catalogue.ts'
import { askFor } from '../support/raw-request.ts'
import { crawl } from './support/built-site.ts'
import { confirmedOrder, openFilledCheckout, pressPlaceOrder } from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

const statuses: [path: string, status: number, heading: string][] = [
  ['/products', 200, 'All Products'],
  ['/products/', 200, 'All Products'],
  ['/cart', 200, 'Shopping Cart'],
  [otherProduct.path, 200, otherProduct.name],
  ['/product/nothing', 404, 'Product not found'],
  ['/product/not-found', 404, 'Product not found'],
  ['/blog/7', 404, 'Blog not found'],
  ['/blog/01', 404, 'Blog not found'],
  ['/blog/1e0', 404, 'Blog not found'],
  ['/404', 404, '404'],
]

const numberedStatuses: Record<string, typeof statuses> = {
  F01: [
    ['/order/tracking', 404, '404'],
    ['/order/tracking/', 404, '404'],
    ['/order/confirmation', 404, '404'],
    ['/order/confirmation/', 404, '404'],
  ],
  F11: [
    ['/product/__proto__', 404, 'Product not found'],
    ['/product/constructor', 404, 'Product not found'],
    ['/product/toString', 404, 'Product not found'],
    ['/blog/__proto__', 404, 'Blog not found'],
  ],
  F13: [
    ['/ADMIN', 404, '404'],
    ['/Admin/Orders', 404, '404'],
    ['/admin/DASHBOARD', 404, '404'],
    ['/CHECKOUT', 404, '404'],
  ],
  F17: [[`/${'long'.repeat(2048)}`, 404, '404']],
  F19: [
    ['/nowhere', 404, '404'],
    ['/no/where/at/all', 404, '404'],
  ],
}

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|404/ })

  for (const [path, status, heading] of statuses) {
    test(`${path} answers ${status} with "${heading}"`, async ({ page }) => {
      await expectResponse(page, path, status, heading)
    })
  }

  for (const [number, cases] of Object.entries(numberedStatuses)) {
    for (const [path, status, heading] of cases) {
      test(`${number} ${path.slice(0, 40)} answers ${status} with "${heading}"`, async ({
        page,
      }) => {
        await expectResponse(page, path, status, heading)
      })
    }
  }

  test('F19 the 404 page says which path was tried, on the console, as one line', async ({
    page,
  }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no%0Awhere'))
    await page.goto('/no%0Awhere')
    expect((await logged).text()).not.toContain('\n')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  })
})

test('/search opens the catalogue with that search', async ({ page }) => {
  await page.goto('/search?q=gift')
  await expect(page).toHaveURL(/\/products\?q=gift$/)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
})

test('F03 an order is found by its id in capitals alone', async ({ page }) => {
  await openFilledCheckout(page)
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  for (const name of ['tracking', 'confirmation']) {
    await page.goto(`/order/${name}/${id.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  }
})

for (const path of [
  '/order/tracking/..%2f..%2fadmin',
  '/order/tracking/%2e%2e/%2e%2e/admin',
  '/order/tracking/../../admin',
  '/order/tracking/..%5c..%5cadmin',
  '/order/tracking/..%252f..%252fadmin',
  '/order/tracking/.%2e/admin',
  '/order/confirmation/..%2f..%2fcheckout',
  '/product/..%2fadmin',
  '/blog/..%2f1',
]) {
  test(`F05 ${path} shows no other page`, async () => {
    const { status, body } = await ask(path)
    const [, title] = /<title>([^<]*)/.exec(body) ?? []
    if (status !== 200) expect([status, title]).toEqual([404, expect.stringMatching(/not found/)])
    // What is still encoded after decoding once is an order's id like any other, and no such order.
    else expect([path, title]).toEqual([expect.stringContaining('%25'), 'Order Tracking · Zulf'])
  })
}

test('F07 a final slash changes nothing, on any address', async ({ request }) => {
  const linked = (await crawl(request)).map((page) => page.path).filter((path) => path !== '/')
  const own = ['/checkout', '/admin', '/admin/orders', '/order/tracking/ABCDEFGH', '/nowhere']
  for (const path of [...linked, ...own]) {
    const [bare, slashed] = await Promise.all([ask(path), ask(`${path}/`)])
    expect({ path, status: slashed.status }).toEqual({ path, status: bare.status })
    expect(slashed.body, path).toBe(bare.body)
  }
})

for (const path of [
  '/?q=<script>globalThis.ran=1</script>',
  '/products?q=%3Cscript%3EglobalThis.ran=1%3C/script%3E',
  '/products?__proto__[ran]=1&constructor[prototype][ran]=1',
  '/order/tracking/ABCDEFGH?__proto__[ran]=1#<img src=x onerror="globalThis.ran=1">',
  '/contact#<script>globalThis.ran=1</script>',
  '/admin?__proto__.ran=1#__proto__[ran]=1',
]) {
  test(`F09 ${path} is the same page`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => (({}) as { ran?: unknown }).ran)).toBeUndefined()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  })
}

async function expectResponse(page: Page, path: string, status: number, heading: string) {
  const response = await page.goto(path)
  expect(response?.status()).toBe(status)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

function ask(path: string) {
  return askFor(process.env['SHOP_URL'] ?? '', path)
}
