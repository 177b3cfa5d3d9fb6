/* What the service worker caches and serves while the site is deployed again, and on slow networks. */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { FILES, PAGES } from '#features/offline/routing.ts'
import { DIST } from '#tests/support/built-site.ts'
import { addedText, foundText, product, rareProduct, rareWord } from '#tests/support/catalogue.ts'
import { buildScript } from '#tools/build/build-script.ts'
import { cachedPaths, expectCached, openAndCache } from '../support/cached.ts'
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
  const script = await buildScript('src/features/offline/no-worker.ts')
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

test('on a slow network a product is cached without React, and nothing is prefetched', async ({
  page,
  site,
  folder,
}) => {
  const worker = readFileSync(join(DIST, 'service-worker.js'), 'utf8')
  const slow = `Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });`
  await site.deploy(withWorker(folder, slow + worker))
  // So low that the island below the picture is not hydrated.
  await page.setViewportSize({ width: 400, height: 200 })
  await page.goto(PRODUCT)
  await page.keyboard.press('Shift')
  await expectCached(page, PRODUCT)
  expect((await cachedPaths(page, PAGES)).sort()).toEqual(['/offline', PRODUCT])
  expect((await cachedScripts(page, /./)).filter(isLarge)).toEqual([])
})

test('rule 11.2: a page whose scripts are missing is not cached, and the older one stays', async ({
  page,
  site,
  folder,
}) => {
  await openAndCache(page, PRODUCT)
  const next = anotherBuild(folder, 'Second')
  const [script = 'is gone'] = globSync('_astro/ProductDetail*.js', { cwd: next })
  rmSync(join(next, script))
  await site.deploy(next)
  await page.goto(PRODUCT, { waitUntil: 'load' })
  await expect(page).toHaveTitle(/^Second/)
  // The page has reloaded itself once.
  await expect(page.getByText('This page could not be loaded completely.')).toBeVisible()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage([]))
  await page.goto('/about')
  await expectCached(page, '/about')

  await site.stop()
  await page.goto(PRODUCT)
  await expect(page).not.toHaveTitle(/^Second/)
})

test('rule 11.2: after a new build the open page uses its own files, and the next page only new ones', async ({
  page,
  site,
  folder,
}) => {
  await openAndCache(page, PRODUCT)
  const [oldScripts, oldTitle] = [await scriptsOf(page), await page.title()]
  await site.deploy(anotherBuild(folder, 'Second'))

  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
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

test('files of an older build that no cached page names are removed, and its pages still open', async ({
  page,
  context,
  site,
  folder,
}) => {
  await openAndCache(page, '/contact')
  await openAndCache(page, PRODUCT)
  expect(await cachedScripts(page, /ContactPage/)).toHaveLength(1)
  await site.deploy(anotherBuild(folder, 'Second'))
  await openAndCache(page, '/contact')
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => isWorkerWaiting(page)).toBe(true)
  // It activates when no page of the older one is open.
  const other = await context.newPage()
  await page.close()
  await expect(async () => {
    await other.goto('about:blank')
    await other.goto('/contact')
    expect(await isWorkerWaiting(other)).toBe(false)
  }).toPass()
  await expect
    .poll(() => cachedScripts(other, /ContactPage/))
    .toEqual([expect.stringMatching(/Second\.js$/)])

  await site.stop()
  await other.goto(PRODUCT)
  await expect(other).toHaveTitle(/^(?!Second)/)
  await other.getByRole('button', { name: 'Add to Cart' }).click()
  // The drawer is cached only where the network was measured as fast.
  await expect(other.getByText(addedText(product))).toBeVisible()
})

/** Only React is as large as this. */
function isLarge(file: string): boolean {
  return readFileSync(join(DIST, file)).length > 100_000
}

async function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/_astro\/.*\.js$/.test(path)),
  )
}

async function cachedScripts(page: Page, name: RegExp): Promise<string[]> {
  return (await cachedPaths(page, FILES)).filter((path) => name.test(path) && path.endsWith('.js'))
}

async function isWorkerWaiting(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(registration?.waiting)
  })
}
