import type { Locator, Page } from '@playwright/test'
import { product } from '#tests/support/catalogue.ts'
import { stopClock } from './support/clock.ts'
import { expect, test } from './support/shop-test.ts'

const STEP_MS = 4000

test.describe('with a stopped clock', () => {
  test.beforeEach(async ({ page }) => {
    await stopClock(page)
    await openCarousel(page)
    await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
  })

  test('rule 9.2: the row moves by one every 4 s, in 800 ms', async ({ page }) => {
    await page.evaluate(() => {
      const glides: unknown[] = []
      Object.assign(window, { glides })
      const animate = Element.prototype.animate
      Element.prototype.animate = function (this: Element, ...given) {
        const animation = animate.apply(this, given)
        glides.push(animation.effect?.getTiming().duration)
        return animation
      }
    })
    await page.clock.runFor(STEP_MS - 1)
    await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
    await page.clock.runFor(1)
    await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
    // Recorded when they began: on a busy machine they may be over by now.
    const glides = await page.evaluate(() => Reflect.get(window, 'glides'))
    expect(new Set(glides)).toEqual(new Set([800]))
  })

  test('rule 9.2: it is endless, and never rests on a copy', async ({ page }) => {
    for (const next of [2, 3, 4, 5, 6, 7, 8, 1, 2]) {
      await page.clock.runFor(STEP_MS)
      await expect(testimonial(page, next)).toHaveAttribute('aria-current', 'true')
      expect(await slideAtEdge(page)).toEqual({ isCopy: false })
    }
  })

  test('rule 9.3: it pauses by its button, on hover, on focus and while the page is hidden', async ({
    page,
  }) => {
    const pause = carousel(page).getByRole('button', { name: 'Pause' })
    const pauses: [stop: () => Promise<unknown>, go: () => Promise<unknown>][] = [
      [() => pause.click(), () => carousel(page).getByRole('button', { name: 'Play' }).click()],
      [() => row(page).hover(), () => page.mouse.move(0, 0)],
      [() => row(page).focus(), () => pause.focus()],
      [() => pretendHidden(page, true), () => pretendHidden(page, false)],
    ]
    for (const [nth, [stop, go]] of pauses.entries()) {
      await page.mouse.move(0, 0)
      await stop()
      await expectStill(page, nth + 1)
      await go()
      await page.mouse.move(0, 0)
      await page.clock.runFor(STEP_MS)
      await expect(testimonial(page, nth + 2)).toHaveAttribute('aria-current', 'true')
    }
  })

  test('a dot leads to its testimonial', async ({ page }) => {
    await testimonial(page, 6).click()
    await expect(testimonial(page, 6)).toHaveAttribute('aria-current', 'true')
    await expect(row(page).getByRole('listitem').filter({ hasText: 'Hina S.' })).toBeInViewport()
  })
})

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('rule 9.3: it stands still until Play is pressed, and does not animate', async ({
    page,
  }) => {
    await stopClock(page)
    await openCarousel(page)
    await expectStill(page, 1)
    await carousel(page).getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(STEP_MS)
    await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
    expect(await row(page).evaluate((list) => list.getAnimations({ subtree: true }).length)).toBe(0)
  })
})

test('rule 9.2: three slides are side by side, two at 992 px, one at 576 px, and dots have 44 px', async ({
  page,
}) => {
  await page.goto(product.path)
  for (const [width, shown] of [
    [993, 3],
    [992, 2],
    [577, 2],
    [576, 1],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const visible = await row(page).evaluate((list) => {
      const edge = list.getBoundingClientRect()
      return [...list.children].filter((slide) => {
        const { left, right } = slide.getBoundingClientRect()
        return left >= edge.left - 1 && right <= edge.right + 1
      }).length
    })
    expect(visible, `${width} px`).toBe(shown)
    const dot = await testimonial(page, 8).boundingBox()
    expect(Math.min(dot?.width ?? 0, dot?.height ?? 0), `${width} px`).toBeGreaterThanOrEqual(44)
  }
})

test('swiping back from the first testimonial shows the last one', async ({ page }) => {
  await openCarousel(page)
  await row(page).hover()
  await row(page).evaluate((list) => {
    const [first, second] = list.children
    list.scrollBy({
      left:
        Number(first?.getBoundingClientRect().left) - Number(second?.getBoundingClientRect().left),
      behavior: 'instant',
    })
  })
  await expect(testimonial(page, 8)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => slideAtEdge(page)).toEqual({ isCopy: false })
})

test('the button is reached before the slides, and arrow keys move them', async ({ page }) => {
  await openCarousel(page)
  await carousel(page).getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Tab')
  await expect(row(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
})

test('rule 9.2: they are named as samples, and copies are hidden from assistive technology', async ({
  page,
}) => {
  await openCarousel(page)
  await expect(carousel(page).getByText('Sample voices.')).toBeVisible()
  await expect(row(page).getByRole('listitem')).toHaveCount(8)
  const copies = row(page).locator('> [aria-hidden=true]')
  await expect(copies).toHaveCount(6)
  expect(await copies.evaluateAll((all) => all.every((copy) => (copy as HTMLElement).inert))).toBe(
    true,
  )
})

test('nothing in it shifts, at the start and at a step', async ({ page }) => {
  await page.addInitScript(() => {
    const shifted: string[] = []
    Object.assign(window, { shifted })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { sources?: { node?: Node }[] })[]
      for (const { node } of entries.flatMap(({ sources = [] }) => sources)) {
        const place = node instanceof Element ? node : node?.parentElement
        if (place?.closest('[aria-roledescription=carousel]')) shifted.push(place.outerHTML)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await stopClock(page)
  await openCarousel(page)
  await page.clock.runFor(STEP_MS)
  await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
  await testimonial(page, 8).click()
  await expect(testimonial(page, 8)).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('all eight testimonials stand in a row that scrolls', async ({ page }) => {
    await page.goto('/')
    await expect(row(page).getByRole('listitem')).toHaveCount(8)
    await expect(carousel(page).getByRole('button')).toHaveCount(0)
    await row(page).getByText('Zainab Q.').scrollIntoViewIfNeeded()
    await expect(row(page).getByText('Zainab Q.')).toBeInViewport()
  })
})

/** Its script is fetched when it comes near the screen, and adds copies to the row. */
async function openCarousel(page: Page): Promise<void> {
  await page.goto('/')
  await carousel(page).scrollIntoViewIfNeeded()
  await expect(row(page).locator('[aria-hidden="true"]')).not.toHaveCount(0)
}

function carousel(page: Page): Locator {
  return page.getByRole('region', { name: 'What people say' })
}

function row(page: Page): Locator {
  return carousel(page).getByRole('list', { name: 'Testimonials' })
}

/** The dot of a testimonial, current while it stands at the left edge. */
function testimonial(page: Page, number: number): Locator {
  return carousel(page).getByRole('button', { name: `Testimonial ${number} of 8` })
}

/** Three times as long as it would take to move. */
async function expectStill(page: Page, number: number): Promise<void> {
  await page.clock.runFor(3 * STEP_MS)
  await expect(testimonial(page, number)).toHaveAttribute('aria-current', 'true')
}

async function slideAtEdge(page: Page): Promise<{ isCopy: boolean }> {
  return row(page).evaluate((list) => {
    const first = list.children[0] as HTMLElement
    const second = list.children[1] as HTMLElement
    const index = Math.round(list.scrollLeft / (second.offsetLeft - first.offsetLeft))
    return { isCopy: list.children[index]?.ariaHidden === 'true' }
  })
}

async function pretendHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
