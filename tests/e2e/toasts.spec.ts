/* Toasts stand still at the foot of the page, cover nothing that a person is busy with, and leave by themselves. */
import type { Page } from '@playwright/test'
import { choice, product } from '#tests/support/catalogue.ts'
import { openOrders } from './support/admin.ts'
import { openFilledCheckout, pressPlaceOrder, putInCart } from './support/customer.ts'
import { failFirst } from './support/network.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, recordShifts, setVisibility } from './support/page-checks.ts'
import { expect, test as shopTest } from './support/shop-test.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 740, height: 360 },
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

/** What a person is busy with: the focus and its hint, and sentences that the page shows beside the toasts. */
async function coveredNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const section = document.querySelector('[data-notifications]')
    const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) =>
      toast.getBoundingClientRect(),
    )
    const focused = document.activeElement
    const hints = focused?.getAttribute('aria-describedby')?.split(' ') ?? []
    return [
      focused,
      ...hints.map((id) => document.getElementById(id)),
      ...document.querySelectorAll('[role=alert], [role=status], [data-no-toast]'),
    ]
      .filter((element): element is Element => element !== null && element !== document.body)
      .filter((element) => !element.matches('main') && !section?.contains(element))
      .filter((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        const isText = !element.matches('input, textarea, button')
        const { left, top, right, bottom, height } = (
          isText ? words : element
        ).getBoundingClientRect()
        return toasts.some(
          (toast) =>
            height > 0 &&
            left < toast.right &&
            right > toast.left &&
            top < toast.bottom &&
            bottom > toast.top,
        )
      })
      .map((element) => element.outerHTML.slice(0, 80))
  })
}

/** Where the toasts stand: how far from the sides and from the foot of the screen, or from the bar there. */
async function placeOf(page: Page) {
  return page.locator('[data-notifications]').evaluate((section) => {
    const { left, right, bottom, width } = section.getBoundingClientRect()
    const screen = document.documentElement.clientWidth
    const bars = [...document.querySelectorAll('.bottom-bar, .action-bar')]
      .filter((bar) => getComputedStyle(bar).position !== 'static')
      .map((bar) => bar.getBoundingClientRect().top)
    const foot = Math.min(innerHeight, ...bars)
    return {
      left: width > 400 || width === screen - 32 ? Math.round(left) : 'wide',
      right: Math.round(screen - right),
      foot: Math.round(foot - bottom),
    }
  })
}

const PHONE_PLACE = { left: 16, right: 16, foot: 16 }

shopTest(
  'rule 12.4: toasts stand at the foot, above a bar, as wide as a phone, and nothing moves',
  async ({ page }) => {
    const shifts = await recordShifts(page)
    await page.goto('/offline')
    for (const path of ['/', product.path, '/contact']) {
      await handOver(page, ['Order updated'], 'destructive')
      await page.goto(path)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await expect(page.locator('[data-toast]')).toBeInViewport({ ratio: 1 })
        const place = size.width > 577 ? { ...PHONE_PLACE, left: 'wide' } : PHONE_PLACE
        await expect.poll(() => placeOf(page), `${path} ${size.width}`).toEqual(place)
      }
      expect(await shifts(), path).toEqual([])
    }
  },
)

for (const size of [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]) {
  shopTest(
    `rule 12.25: on ${size.width} x ${size.height} they cover no field that is typed into and no sentence of the page`,
    async ({ page, context }) => {
      await page.setViewportSize(size)
      await putInCart(page, [choice(product)])
      await handOver(page, ['Something went wrong'], 'destructive')
      await page.goto('/checkout')
      await expect(page.locator('[data-toast]')).toBeInViewport({ ratio: 1 })
      const isClear = (about: string) => expect.poll(() => coveredNow(page), about).toEqual([])
      for (const label of ['Full Name', 'City', 'State', 'Postal Code', 'Phone']) {
        const field = page.getByLabel(label, { exact: true })
        // Where the toasts would lie on it.
        await field.evaluate((element) => {
          scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 20)
        })
        await field.focus()
        await page.keyboard.type('x')
        await isClear(label)
      }
      await pressPlaceOrder(page)
      await expect(page.getByText('This field is required').first()).toBeInViewport()
      await isClear('a field that is wrong')
      await context.setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
      await page.getByText('You are offline.').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Place Order' }).focus()
      await isClear('offline')
    },
  )
}

shopTest(
  'rule 12.25: at 200 % text they cover neither the button that was pressed nor its answer',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    await openFilledCheckout(page)
    await handOver(page, ['Added to cart', 'Something else'])
    await page.reload()
    await page.getByRole('button', { name: 'Place Order' }).focus()
    await expect.poll(() => coveredNow(page)).toEqual([])
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeInViewport({ ratio: 1 })
  },
)

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

test('rule 12.4: in the admin they stand above the bar of a bulk change, and cover nothing that it says', async ({
  page,
  shop,
}) => {
  await orderIn(shop)
  await openOrders(page)
  await page.getByRole('checkbox', { name: /^Select order/ }).check()
  await page.getByRole('button', { name: 'Update 1 order' }).click()
  await page.getByLabel('Ship 1 without a tracking number too').check()
  await page.getByRole('button', { name: 'Change 1 order' }).click()
  await expect(page.getByText('1 of 1 order')).toBeVisible()
  for (const width of [420, 560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => placeOf(page), `${width} px`).toEqual(PHONE_PLACE)
    expect(await coveredNow(page)).toEqual([])
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
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.locator('[data-toast]')).toHaveCount(1)
  })
})
