/* What a customer types is text on every admin page: nothing of it runs, loads or becomes markup. */
import type { Page } from '@playwright/test'
import { recordPrinting } from '../support/admin.ts'
import { type OwnShop, orderIn, adminTest as test } from '../support/own-shop.ts'
import { recordDialogs } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

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

test('C21 C22 A82 A83 A84 A85 A86 payloads are text on every page', async ({ page, shop }) => {
  // The dashboard shows the newest five, an order page four fields.
  const turned = await orderIn(shop, { fullName: 'Ali\u202Egpj.exe\u2066 \u200Fمحمد' })
  for (const payload of PAYLOADS)
    await orderIn(shop, { fullName: payload, city: payload, state: payload })
  const watch = await watchPage(page, shop)
  const printed = await recordPrinting(page)
  await page.goto('/admin/dashboard')
  for (const payload of PAYLOADS.slice(-5)) await expectText(page, payload)
  await watch.expectNothingRan()
  await page.goto('/admin/customers')
  for (const payload of PAYLOADS) await expectText(page, payload)
  await watch.expectNothingRan()

  await page.goto('/admin/orders')
  for (const payload of PAYLOADS) await expectText(page, payload)
  // Text that changes the reading order cannot rearrange its row.
  const name = page.getByText('Aligpj.exe')
  const isolation = await name.evaluate((cell) => getComputedStyle(cell).unicodeBidi)
  expect(isolation).toMatch(/isolate|plaintext/)
  const idBox = await page.locator(`#order-${turned}`).boundingBox()
  expect((await name.boundingBox())?.x).toBeGreaterThan(idBox?.x ?? Number.POSITIVE_INFINITY)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Print packing slips' }).click()
  await page.getByRole('button', { name: /^Print \d+ orders all the same$/ }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  for (const payload of PAYLOADS)
    await expect(page.getByRole('article').filter({ hasText: payload })).toHaveCount(1)
  await page.emulateMedia({ media: 'screen' })
  const [script = ''] = PAYLOADS
  await page.getByLabel('Search').fill(script)
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
  await expectText(page, script)
  await watch.expectNothingRan()

  for (let nth = 0; nth < PAYLOADS.length; nth += 4) {
    const typed = PAYLOADS.slice(nth, nth + 4)
    const [fullName = '', city = fullName, state = fullName, address = fullName] = typed
    await page.goto(`/admin/orders/${await orderIn(shop, { fullName, city, state, address })}`)
    for (const payload of typed) await expectText(page, payload)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.emulateMedia({ media: 'print' })
    for (const payload of typed) await expect(page.getByRole('article')).toContainText(payload)
    await watch.expectNothingRan()
    await page.emulateMedia({ media: 'screen' })
  }
})

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
