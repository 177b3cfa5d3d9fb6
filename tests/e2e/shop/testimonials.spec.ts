import type { Locator, Page } from '@playwright/test'
import { stopClock } from '../support/clock.ts'
import { holdFirst } from '../support/network.ts'
import { recordShifts, setVisibility } from '../support/page-checks.ts'
import { expect, test } from '../support/shop-test.ts'

const STEP_MS = 4000

test.use({ reducedMotion: 'no-preference' })

test('rules 9.2 and 9.3: the row moves by one every 4 s, in 800 ms, without an end or a shift, and pauses by its button, on hover, on focus and while the page is hidden', async ({
  page,
}) => {
  await page.addInitScript(recordGlides)
  const shifts = await recordShifts(page)
  await stopClock(page)
  await openCarousel(page)
  await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(STEP_MS - 1)
  await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(1)
  await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
  // Recorded when they began: on a busy machine they may be over by now.
  const glides = await page.evaluate(() => Reflect.get(window, 'glides'))
  expect(new Set(glides)).toEqual(new Set([800]))

  // It is endless, and never rests on a copy.
  for (const next of [3, 4, 5, 6, 7, 8, 1]) {
    await page.clock.runFor(STEP_MS)
    await expect(testimonial(page, next)).toHaveAttribute('aria-current', 'true')
    expect(await slideAtEdge(page)).toEqual({ isCopy: false })
  }

  const pause = carousel(page).getByRole('button', { name: 'Pause' })
  const pauses: [stop: () => Promise<unknown>, go: () => Promise<unknown>][] = [
    [() => pause.click(), () => carousel(page).getByRole('button', { name: 'Play' }).click()],
    [() => row(page).hover(), () => page.mouse.move(0, 0)],
    [() => row(page).focus(), () => pause.focus()],
    [() => setVisibility(page, 'hidden'), () => setVisibility(page, 'visible')],
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

  // A dot leads to its testimonial.
  await testimonial(page, 8).click()
  await expect(testimonial(page, 8)).toHaveAttribute('aria-current', 'true')
  await testimonial(page, 6).click()
  await expect(testimonial(page, 6)).toHaveAttribute('aria-current', 'true')
  await expect(row(page).getByRole('listitem').filter({ hasText: 'Hina S.' })).toBeInViewport()
  expect(await shifts()).toEqual([])
})

test('rule 9.3: under reduced motion it stands still until Play is pressed, and does not animate', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stopClock(page)
  await openCarousel(page)
  await expectStill(page, 1)
  await carousel(page).getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(STEP_MS)
  await expect(testimonial(page, 2)).toHaveAttribute('aria-current', 'true')
  expect(await row(page).evaluate((list) => list.getAnimations({ subtree: true }).length)).toBe(0)
})

test('rule 9.3: Pause that is pressed before the script counts', async ({ page }) => {
  await stopClock(page)
  const release = await holdFirst(page, '**/_astro/Testimonials.*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await carousel(page).getByRole('button', { name: 'Pause' }).click()
  release()
  await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
  await expect(carousel(page).getByRole('button', { name: 'Play' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expectStill(page, 1)
})

test('rule 9.2: they are named as samples, swiped endlessly and moved by arrow keys', async ({
  page,
}) => {
  await openCarousel(page)
  await expect(
    carousel(page).getByText('Written for this page; not the words of customers.'),
  ).toBeVisible()
  await expect(row(page).getByRole('listitem')).toHaveCount(8)
  const copies = row(page).locator('> [aria-hidden=true]')
  await expect(copies).toHaveCount(6)
  expect(await copies.evaluateAll((all) => all.every((copy) => (copy as HTMLElement).inert))).toBe(
    true,
  )

  // Three are side by side, two at 992 px, one at 576 px.
  for (const [width, count] of [
    [993, 3],
    [992, 2],
    [577, 2],
    [576, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => shownSlides(page), `${width} px`).toBe(count)
  }

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

  // The button is reached before the slides.
  await carousel(page).getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Tab')
  await expect(row(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(testimonial(page, 1)).toHaveAttribute('aria-current', 'true')
})

/** Before the page is opened: how long its animations take. */
function recordGlides(): void {
  const glides: unknown[] = []
  Object.assign(window, { glides })
  const animate = Element.prototype.animate
  Element.prototype.animate = function (this: Element, ...given) {
    const animation = animate.apply(this, given)
    glides.push(animation.effect?.getTiming().duration)
    return animation
  }
}

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

async function shownSlides(page: Page): Promise<number> {
  return row(page).evaluate((list) => {
    const edge = list.getBoundingClientRect()
    const isShown = ({ left, right }: DOMRect) => left >= edge.left - 1 && right <= edge.right + 1
    return [...list.children].filter((one) => isShown(one.getBoundingClientRect())).length
  })
}
