/* Every browser test gets a client address of its own, waits for islands, and fails on console noise. */
import { test as base, expect as baseExpect, type Page } from '@playwright/test'

interface ShopFixtures {
  /** Console lines that a test brings about on purpose. Everything else fails it. */
  expectedNoise: RegExp | undefined
  silentConsole: undefined
}

/** Said by Playwright itself where a test lets no service worker in. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** Said by Chromium itself of a page that is left before the last one has passed into it. */
const LEFT_IN_PASSING = 'AbortError: Transition was skipped.'

let addresses = 0

export const test = base.extend<ShopFixtures>({
  // The store counts orders and wrong guesses per address: tests must not use up each other's.
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) => {
    addresses += 1
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${addresses >> 8}.${addresses & 255}` })
  },

  expectedNoise: [undefined, { option: true }],

  silentConsole: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = []
      context.on('console', (message) => {
        if (message.text() === BLOCKED_WORKER) return
        if (['error', 'warning'].includes(message.type())) noise.push(message.text())
      })
      context.on('weberror', (fault) => {
        const text = String(fault.error())
        if (!text.startsWith(LEFT_IN_PASSING)) noise.push(text)
      })
      await use(undefined)
      baseExpect(noise.filter((line) => !expectedNoise?.test(line))).toEqual([])
    },
    { auto: true },
  ],

  page: async ({ page, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) return use(page)
    const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) }
    // Who asks for less than a complete page gets no more.
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      return options?.waitUntil ? answer : afterHydration(page, answer)
    }
    page.reload = async (...args) => afterHydration(page, await reload(...args))
    await use(page)
  },
})

export const expect = baseExpect

/** Waits until the page has run its scripts, and hydrated the islands that wait for no interaction. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-after-load], astro-island[ssr]:not([client="interaction"])'),
  )
}

async function afterHydration<Result>(page: Page, result: Result): Promise<Result> {
  await hydrated(page)
  return result
}
