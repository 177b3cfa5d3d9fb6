/* What the service worker caches and serves while the site is deployed again, and on slow networks. */
import type { Page } from '@playwright/test'
import { addedText, foundText, product, rareProduct, rareWord } from '#tests/support/catalogue.ts'
import { buildScript } from '#tools/build/build-script.ts'
import { cachedPaths, openAndCache } from '../support/cached.ts'
import { anotherBuild, test, withWorker } from '../support/deployed-site.ts'
import { expect } from '../support/shop-test.ts'

const PRODUCT = product.path

test('rule 11.6: on a weak network the cached page comes after three seconds, and a reload waits for the fresh one', async ({
  page,
  site,
  folder,
}) => {
  await openAndCache(page, '/about')
  const release = await site.deployHolding(anotherBuild(folder, 'Second'))
  await page.goto('/about')
  await expect(page).not.toHaveTitle(/^Second/)
  release()
  await page.reload()
  await expect(page).toHaveTitle(/^Second/)
})

test('rule 11.7: SERVICE_WORKER=off removes the worker and its caches at the next visit', async ({
  page,
  site,
  folder,
}) => {
  await openAndCache(page, '/about')
  const script = await buildScript('src/shop/offline/no-worker.ts')
  await site.deploy(withWorker(folder, script))
  await page.goto('/')
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0)
  expect(await cachedPaths(page)).toEqual([])
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('rule 11.2: after a new build the open page still adds to the cart, and the next page has new files only', async ({
  page,
  site,
  folder,
}) => {
  await openAndCache(page, PRODUCT)
  const [oldScripts, oldTitle] = [await scriptsOf(page), await page.title()]
  await site.deploy(anotherBuild(folder, 'Second'))

  await page.getByRole('button', { name: 'Add to Cart' }).click()
  // The drawer's scripts are of the old build. The toast says what is in the cart.
  await expect(page.getByText(addedText(product))).toBeVisible()
  expect(await page.title()).toBe(oldTitle)

  await page.goto('/products')
  await expect(page).toHaveTitle(/^Second: /)
  await page.getByLabel('Search', { exact: true }).fill(rareWord)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  expect(await scriptsOf(page)).toEqual(
    expect.arrayContaining([expect.stringMatching(/Second\.js$/)]),
  )
  expect((await scriptsOf(page)).filter((script) => oldScripts.includes(script))).toEqual([])
})

async function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/_astro\/.*\.js$/.test(path)),
  )
}
