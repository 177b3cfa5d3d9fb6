/* Pages that the browser translates before React hydrates them: nothing that was typed by then is lost. */
import { choice, product } from '#tests/support/catalogue.ts'
import { putInCart } from '../support/customer.ts'
import { holdFirst } from '../support/network.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'
import { translate } from '../support/translation.ts'

/** The script of React, which every island needs. */
const REACT = '**/_astro/client.*.js'

/** The name of a field that is typed into on each page with a prerendered form. */
const FIELDS = {
  '/checkout': 'fullName',
  '/contact': 'message',
  '/order/find': 'phone',
  '/products': 'q',
  '/admin': 'username',
}

test('rule 1.33: a form that is translated before it is hydrated stays, with what was typed', async ({
  page,
}) => {
  await putInCart(page, [choice(product)])
  for (const [path, name] of Object.entries(FIELDS)) {
    const release = await holdFirst(page, REACT)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const field = page.locator(`main [name=${name}]`)
    await field.fill('oil')
    // React renders an element anew that differs from its own, and logs that.
    const prerendered = await field.elementHandle()
    await translate(page, '[ur] ')
    release()
    await hydrated(page)
    await expect(field, path).toHaveValue('oil')
    expect(await prerendered?.evaluate((element) => element.isConnected), path).toBe(true)
    await page.unroute(REACT)
  }
})
