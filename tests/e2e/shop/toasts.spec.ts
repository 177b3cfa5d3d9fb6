import type { Page } from '@playwright/test'
import { choice, product } from '#tests/support/catalogue.ts'
import { openOrders } from '../support/admin.ts'
import { stopClock } from '../support/clock.ts'
import { pressPlaceOrder, putInCart } from '../support/customer.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, recordShifts, setVisibility } from '../support/page-checks.ts'
import { expect, test as shopTest } from '../support/shop-test.ts'

test.use({ reducedMotion: 'no-preference' })

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1440, height: 900 },
]

/** The next page with an island shows these toasts. Destructive ones stay until they are dismissed. */
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
  await page.goto('/contact')
}

/** Whether the toasts lie over what has the focus, or over one of these. */
async function isCovered(page: Page, ...selectors: string[]): Promise<boolean> {
  return page.evaluate((others) => {
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[data-toast]')].map(boxOf)
    const found = others.flatMap((selector) => [...document.querySelectorAll(selector)])
    return [document.activeElement ?? document.body, ...found]
      .filter((element) => element !== document.body)
      .map(boxOf)
      .some(({ left, top, right, bottom }) =>
        toasts.some(
          (toast) =>
            left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        ),
      )
  }, selectors)
}

shopTest(
  'rule 12.25: toasts lie over the bar of the header on phones, in the corner below it on wide screens, and nothing moves',
  async ({ page }) => {
    const shifts = await recordShifts(page)
    for (const path of [product.path, '/contact']) {
      await page.goto('/offline')
      await handOver(page, ['Order updated'], 'destructive')
      await page.goto(path)
      const toast = page.locator('[data-toast]')
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await expect(toast).toBeInViewport({ ratio: 1 })
        expect(await isCovered(page, '.bottom-bar')).toBe(false)
        // It arrives by a movement.
        const box = expect.poll(() => toast.boundingBox(), `${path} ${size.width}`)
        if (size.width <= 576) await box.toMatchObject({ x: 4, y: 4, width: size.width - 8 })
        else await box.toMatchObject({ x: size.width - 400, y: 80, width: 384 })
      }
      expect(await shifts(), path).toEqual([])
    }
  },
)

shopTest(
  'rule 12.25: they cover no field that is typed into, and no button that is pressed, nor at 200 % text',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await putInCart(page, [choice(product)])
    await handOver(page, ['Something went wrong'], 'destructive')
    await page.goto('/checkout')
    await expect(page.locator('[data-toast]')).toBeInViewport({ ratio: 1 })
    for (const label of ['Full Name', 'City', 'State', 'Postal Code', 'Phone']) {
      const field = page.getByLabel(label, { exact: true })
      // Where the toasts lie on it.
      await field.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 20))
      await field.focus()
      await page.keyboard.type('x')
      await expect.poll(() => isCovered(page), label).toBe(false)
    }
    await pressPlaceOrder(page)
    await expect(page.getByText('This field is required').first()).toBeInViewport()
    expect(await isCovered(page)).toBe(false)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await page.getByRole('button', { name: 'Place Order' }).focus()
    await expect(page.locator('[data-toast]')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => isCovered(page)).toBe(false)
  },
)

shopTest.describe('on a touch screen', () => {
  shopTest.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  // After a tap, browsers leave a mouse where it was, and a toast may come to lie there.
  shopTest('rule 12.4: a toast at the place of a tap leaves by itself', async ({ page }) => {
    await stopClock(page)
    await openWith(page, ['Added to cart'])
    const toast = page.locator('[data-toast]')
    await toast.hover()
    expect(await toast.evaluate((element) => element.matches(':hover'))).toBe(true)
    await page.clock.runFor(5_000)
    await expect(toast).toHaveCount(0)
  })
})

test('rule 12.25: in the admin they cover neither the name of the page nor a bar at the foot, nor what has the focus', async ({
  page,
  shop,
}) => {
  for (let nth = 0; nth < 12; nth += 1) await orderIn(shop)
  await page.goto('/offline')
  await handOver(page, ['It stays'], 'destructive')
  await openOrders(page)
  await page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .check()
  const toast = page.locator('[data-toast]')
  await expect(toast).toBeVisible()
  for (const width of [320, 420, 560, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(toast).toBeInViewport({ ratio: 1 })
    const covered = () => isCovered(page, '.admin-tabs', '.action-bar', '.page-title')
    await expect.poll(covered, `${width} px`).toBe(false)
    // The last row, at the end of the page and by the keyboard.
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .last()
      .focus()
    await expect.poll(covered, `the last row at ${width} px`).toBe(false)
  }
})

shopTest(
  'rule 12.4: three toasts stand at most, announced by a live region, pass axe, and wait while one is pointed at, focused or in a hidden page',
  async ({ page }) => {
    await stopClock(page)
    await openWith(page, ['One', 'Two', 'Three', 'Four'])
    const toasts = page.locator('[data-toast]')
    await expect(toasts).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: 'Four' })).toBeVisible()
    await expect(page.getByText('One', { exact: true })).toBeHidden()
    const toast = toasts.filter({ hasText: 'Two' })
    const waits = async () => {
      await page.clock.runFor(6_000)
      await expect(toast).toBeVisible()
    }
    // Not by the pointer: another width moves the toast away from it.
    await toast.getByRole('button').focus()
    await page.clock.resume()
    await expectAccessible(page.getByRole('region', { name: 'Notifications' }))
    await waits()
    await toast.hover()
    await page.getByRole('link', { name: 'Cart', exact: false }).first().focus()
    await waits()
    await setVisibility(page, 'hidden')
    await page.mouse.move(0, 400)
    await waits()
    await setVisibility(page, 'visible')
    await page.clock.runFor(5_500)
    await expect(toasts).toHaveCount(0)
  },
)

shopTest(
  'rule 12.4: the live regions are in the HTML, a page without an island leaves toasts to the next one, and focus that a dismissed toast had goes to the page',
  async ({ page, request }) => {
    const html = await (await request.get('/contact')).text()
    expect(html).toMatch(/<section aria-label="Notifications".*role="status".*role="alert"/)
    await page.goto('/offline')
    await handOver(page, ['Not saved'], 'destructive')
    await page.goto('/about')
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveCount(0)
    await page.goto('/contact')
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  },
)
