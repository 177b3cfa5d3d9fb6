/* Without a network: docs/product.md, rules 11.1 and 11.6. */
import { test as base } from './customer.ts'
import { type ClosableProxy, openProxy } from './proxy.ts'

const test = base.extend<{ siteProxy: ClosableProxy }>({
  siteProxy: async ({ engine: _ }, use) => {
    const proxy = await openProxy(String(process.env['SHOP_URL']))
    await use(proxy)
    await proxy.close()
  },
  baseURL: ({ siteProxy }, use) => use(siteProxy.url),
})

test.use({ expectedNoise: /./ })

test('rules 11.1 and 11.6: without a network a page that was seen opens, and another says so', async ({
  customer,
  siteProxy,
}) => {
  await customer.open('/blog')
  // The worker is registered after the first input.
  await customer.tab.pressTab()
  await customer.seeThat(isControlled)
  await customer.open('/products')
  await customer.seeThat(isCached, '/products')
  await siteProxy.close()
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
