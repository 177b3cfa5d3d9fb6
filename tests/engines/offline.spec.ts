/* Without a network: docs/product.md, rules 11.1 and 11.6. */
import { test as base } from './customer.ts'
import { type Door, openDoor } from './door.ts'

const test = base.extend<{ door: Door }>({
  door: async ({ engine: _ }, use) => {
    const door = await openDoor(String(process.env['SHOP_URL']))
    await use(door)
    await door.close()
  },
  baseURL: ({ door }, use) => use(door.url),
})

test.use({ expectedNoise: /./ })

test('rules 11.1 and 11.6: without a network a page that was seen opens, and another says so', async ({
  customer,
  door,
}) => {
  await customer.open('/blog')
  // The worker is registered after the first input.
  await customer.tab.pressTab()
  await customer.seeThat(isControlled)
  await customer.open('/products')
  await customer.seeThat(isCached, '/products')
  await door.close()
  await customer.open('/blog')
  await customer.open('/products')
  await customer.see('All Products')
  await customer.open('/returns')
  await customer.see('You are offline')
})

function isControlled(): boolean {
  return navigator.serviceWorker.controller !== null
}

function isCached(path: string): boolean {
  const page = window as unknown as { isCached?: boolean }
  caches.match(path).then((response) => {
    page.isCached = response !== undefined
  })
  return page.isCached === true
}
