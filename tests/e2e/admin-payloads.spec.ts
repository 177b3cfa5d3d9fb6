/* What a customer types is text on every admin page: nothing of it runs, loads or becomes markup. */
import type { Page } from '@playwright/test'
import { recordPrinting } from './support/admin.ts'
import { type OwnShop, orderIn, adminTest as test } from './support/own-shop.ts'
import { recordDialogs } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</textarea><script>alert(2)</script>',
  '<a href="javascript:alert(1)">javascript:alert(1)</a>',
  // In two parts, since the whole looks like a template that lost its quotes.
  `{{7*7}} $${'{7*7}'} %s%n <%= 1 %>`,
  '=HYPERLINK("https://evil.example","x")',
  '&lt;b&gt; &amp; &#x3c;script&#x3e;',
  '<style>*{display:none}</style><base href=//evil.example>',
  '--></script><iframe srcdoc="<script>parent.alert(1)</script>">',
]

test.describe('C21 A82 A83 A84 A85 A86 payloads in every field of an address are text', () => {
  test('on the dashboard', async ({ page, shop }) => {
    for (const payload of PAYLOADS.slice(0, 5)) await orderOf(shop, payload)
    const watch = await watchPage(page, shop)
    await page.goto('/admin/dashboard')
    for (const payload of PAYLOADS.slice(0, 5)) await expectText(page, payload)
    await watch.expectNothingRan()
  })

  test('in the list, its search and its packing slips', async ({ page, shop }) => {
    for (const payload of PAYLOADS) await orderOf(shop, payload)
    const watch = await watchPage(page, shop)
    const printed = await recordPrinting(page)
    await page.goto('/admin/orders')
    for (const payload of PAYLOADS) await expectText(page, payload)
    const [payload = ''] = PAYLOADS
    await page.getByLabel('Search').fill(payload)
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
    await expectText(page, payload)
    await page.getByLabel('Search').fill('')
    await expect(page.getByRole('row')).toHaveCount(1 + PAYLOADS.length)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Print packing slips' }).click()
    await expect.poll(printed).toBe(1)
    await page.emulateMedia({ media: 'print' })
    for (const payload of PAYLOADS) {
      await expect(page.getByRole('article').filter({ hasText: payload })).toHaveCount(1)
    }
    await watch.expectNothingRan()
  })

  test('on an order page and its packing slip', async ({ page, shop }) => {
    const watch = await watchPage(page, shop)
    await recordPrinting(page)
    for (let nth = 0; nth < PAYLOADS.length; nth += 3) {
      const [fullName = '', city = fullName, state = fullName] = PAYLOADS.slice(nth)
      await page.goto(`/admin/orders/${await orderIn(shop, { fullName, city, state })}`)
      for (const payload of [fullName, city, state]) await expectText(page, payload)
      await page.getByRole('button', { name: 'Print' }).click()
      await page.emulateMedia({ media: 'print' })
      for (const payload of [fullName, city, state]) {
        await expect(page.getByRole('article')).toContainText(payload)
      }
      await watch.expectNothingRan()
      await page.emulateMedia({ media: 'screen' })
    }
  })

  test('in the list of customers', async ({ page, shop }) => {
    for (const payload of PAYLOADS) await orderOf(shop, payload)
    const watch = await watchPage(page, shop)
    await page.goto('/admin/customers')
    for (const payload of PAYLOADS) await expectText(page, payload)
    await watch.expectNothingRan()
  })
})

test('C22 text that changes the reading order cannot rearrange its row', async ({ page, shop }) => {
  const id = await orderIn(shop, { fullName: 'Ali\u202Egpj.exe\u2066 \u200Fمحمد' })
  await page.goto('/admin/orders')
  const name = page.getByText('Aligpj.exe')
  await expect(name).toBeVisible()
  expect(await name.evaluate((cell) => getComputedStyle(cell).unicodeBidi)).toMatch(
    /isolate|plaintext/,
  )
  const [idBox, nameBox] = [
    await page.locator(`#order-${id}`).boundingBox(),
    await name.boundingBox(),
  ]
  expect(nameBox?.x).toBeGreaterThan(idBox?.x ?? Number.POSITIVE_INFINITY)
})

function orderOf(shop: OwnShop, payload: string): Promise<string> {
  return orderIn(shop, { fullName: payload, city: payload, state: payload })
}

async function expectText(page: Page, payload: string): Promise<void> {
  await expect(page.locator('main').getByText(payload).first()).toBeVisible()
}

/** Records what markup of an attacker would do. */
async function watchPage(page: Page, shop: OwnShop) {
  const dialogs = recordDialogs(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isScript = request.resourceType() === 'script'
    if (isScript ? !pathname.startsWith('/_astro/') : origin !== shop.url && origin !== 'null') {
      foreign.push(request.url())
    }
  })
  return {
    async expectNothingRan() {
      expect(dialogs).toEqual([])
      expect(foreign).toEqual([])
      const injected = page.locator(
        'astro-island :is(script, style, base, iframe, textarea:not([name]), [onerror], [onload], [srcdoc], [href^="javascript"])',
      )
      await expect(injected).toHaveCount(0)
    },
  }
}
