/* Toasts are readable, cover no heading and no control, and leave by themselves. */
import type { Page } from '@playwright/test'
import { product } from '#tests/support/catalogue.ts'
import { openOrders } from './support/admin.ts'
import { placeOrder } from './support/customer.ts'
import { failFirst, holdFirst } from './support/network.ts'
import { orderIn, ordersIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, recordShifts, setVisibility } from './support/page-checks.ts'
import { expect, hydrated, test as shopTest } from './support/shop-test.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

/** The next page shows these toasts. Destructive ones stay until they are dismissed. */
async function handOver(page: Page, titles: string[], tone = 'plain'): Promise<void> {
  await page.evaluate(
    (toasts) => sessionStorage.setItem('toasts', JSON.stringify(toasts)),
    titles.map((title) => ({ title, description: 'The second line of it', tone })),
  )
}

/** Opens a page that shows them. */
async function openWith(page: Page, titles: string[], tone?: string): Promise<void> {
  await page.goto('/offline')
  await handOver(page, titles, tone)
  await page.goto('/about')
}

const LINES = 'h1, h2, h3, legend, label, [data-no-toast]'
const WORDS = `${LINES}, a[href], button, summary`
const ALL = `${WORDS}, input, select, textarea`

/** The headings and controls on screen that lie under a toast. */
async function covered(page: Page, selector = ALL): Promise<string[]> {
  return page.evaluate(
    ([selector, lines]) => {
      const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) =>
        toast.getBoundingClientRect(),
      )
      if (toasts.length === 0) return ['no toast']
      // What is behind a modal dialog is out of reach anyway.
      const all = (
        document.querySelector('dialog[open]') ?? document
      ).querySelectorAll<HTMLElement>(selector)
      return [...all]
        .filter((element) => !element.closest('[data-notifications]') && element.checkVisibility())
        .filter((element) => {
          const words = document.createRange()
          words.selectNodeContents(element)
          const isHeading = element.matches(lines)
          const { left, top, right, bottom } = (isHeading ? words : element).getBoundingClientRect()
          return toasts.some(
            (toast) =>
              left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
          )
        })
        .map((element) => element.outerHTML.slice(0, 80))
    },
    [selector, LINES] as const,
  )
}

async function expectToastInTheClear(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await handOver(page, ['Order updated'], 'destructive')
    await page.goto(path)
    await expect(page.getByText(/^Loading/)).toBeHidden()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect(page.locator('[data-toast]')).toBeInViewport({ ratio: 1 })
      await expect.poll(() => covered(page), `${path} ${size.width}`).toEqual([])
    }
  }
}

shopTest('rule 12.4: a toast covers no heading and no control of a page', async ({ page }) => {
  await page.goto('/offline')
  const paths = ['/', '/products', product.path, '/cart', '/contact', '/about']
  await expectToastInTheClear(page, paths)
})

shopTest('rule 12.4: nor do the toasts of buying on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const shifts = await recordShifts(page)
  const expectClear = async (title: string, selector = ALL) => {
    await expect(page.locator('[data-toast]').filter({ hasText: title })).toBeInViewport({
      ratio: 1,
    })
    await expect.poll(() => covered(page, selector), title).toEqual([])
  }
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClear('Added to cart')
  await page.getByRole('button', { name: 'Close cart' }).click()
  await page.setViewportSize({ width: 360, height: 640 })
  await expectClear('Added to cart')
  await page.getByRole('button', { name: 'Shop Now' }).click()
  await hydrated(page)
  // No place is free between the fields.
  await expectClear('Added to cart', WORDS)
  expect(await shifts()).toEqual([])
  await placeOrder(page)
  await expectClear('Order placed successfully!')
  expect(await shifts()).toEqual([])
  await page.goto('/contact')
  for (const label of ['Name', 'Subject', 'Message', 'Email']) {
    await page.getByLabel(label, { exact: true }).fill('ayesha@example.com')
  }
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectClear('Message sent!', WORDS)
})

shopTest.describe('on a touch screen', () => {
  shopTest.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  // After a tap, browsers leave a mouse where it was, and a toast may come to lie there.
  shopTest('rule 12.4: a toast at the place of a tap leaves by itself', async ({ page }) => {
    await page.clock.install()
    await page.goto('/offline')
    await handOver(page, ['Added to cart'])
    await page.goto('/about')
    const toast = page.locator('[data-toast]')
    await toast.hover()
    expect(await toast.evaluate((element) => element.matches(':hover'))).toBe(true)
    await page.clock.runFor(5_000)
    await expect(toast).toHaveCount(0)
  })
})

test('rule 12.4: nor of an admin page', async ({ page, shop }) => {
  // Wide numbers leave little place beside them.
  const [id] = await ordersIn(shop, 26, (nth) => ({
    id: `WQMGHNW${String.fromCharCode(65 + nth)}`,
  }))
  await page.goto('/admin/products')
  const names = ['dashboard', 'orders', `orders/${id}`, 'customers', 'products', 'settings']
  await expectToastInTheClear(
    page,
    names.map((name) => `/admin/${name}`),
  )
})

test('rule 12.4: nor how many orders of a bulk change are done', async ({ page, shop }) => {
  await orderIn(shop)
  await openOrders(page)
  await page.getByRole('checkbox', { name: /^Select order/ }).check()
  await page.getByRole('button', { name: 'Update 1 order' }).click()
  await page.getByRole('button', { name: 'Change 1 order' }).click()
  await expect(page.getByText('1 of 1 order')).toBeVisible()
  for (const width of [420, 560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => covered(page), `${width} px`).toEqual([])
  }
})

shopTest(
  'rule 12.4: three toasts stand at most, announced by a live region, pass axe, and wait while one is pointed at, focused or in a hidden page',
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/offline')
    await handOver(page, ['One', 'Two', 'Three', 'Four'])
    await page.goto('/about')
    const toasts = page.locator('[data-toast]')
    await expect(toasts).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: 'Four' })).toBeVisible()
    await expect(page.getByText('One', { exact: true })).toBeHidden()
    const toast = toasts.filter({ hasText: 'Two' })
    const waits = async () => {
      await page.clock.runFor(6_000)
      await expect(toast).toBeVisible()
    }
    await expectAccessible(page)
    await toast.hover()
    await waits()
    await toast.getByRole('button').focus()
    await page.mouse.move(0, 0)
    await waits()
    await setVisibility(page, 'hidden')
    await page.getByRole('link', { name: 'Cart', exact: false }).first().focus()
    await waits()
    await setVisibility(page, 'visible')
    await page.clock.runFor(5_000)
    await expect(toasts).toHaveCount(0)
  },
)

shopTest('rule 12.4: a toast that came to lie under the mouse is placed too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/offline')
  await handOver(page, ['Not saved'], 'destructive')
  const release = await holdFirst(page, '**/_astro/Toaster.*')
  await page.goto('/contact')
  await page.locator('[data-toast]').hover()
  expect(await covered(page)).not.toEqual([])
  release()
  await expect.poll(() => covered(page)).toEqual([])
})

shopTest.describe('while its script does not come', () => {
  shopTest.use({ expectedNoise: /Failed to load resource/ })

  shopTest('a toast is announced at once, and the next one has its script', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await failFirst(page, '**/_astro/Toaster.*', async (route) => {
      await released
      await route.abort()
    })
    const failed = page.waitForEvent('requestfailed')
    await openWith(page, ['Not saved'], 'destructive')
    const alert = page.locator('[role=alert][data-toasts]')
    await expect(alert.getByText('Not saved')).toBeInViewport()
    release()
    await failed
    await expect(alert.getByText('Not saved')).toBeInViewport()

    await handOver(page, ['Saved now'])
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await expect.poll(() => covered(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.locator('[data-toast]')).toHaveCount(1)
  })
})
