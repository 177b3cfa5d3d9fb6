/* Every browser test gets a client address of its own, waits for islands, and fails on console noise. */
import { test as base, expect as baseExpect, type Page } from '@playwright/test'

interface ShopFixtures {
  /** Console lines that a test expects. Every other line fails it. */
  expectedNoise: RegExp | undefined
  silentConsole: undefined
}

/** Logged by Playwright itself where a test blocks service workers. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** Logged by Chromium where a page is left during its view transition, or is shown before it. */
const ENDED_TRANSITION = /^(AbortError|InvalidStateError): Transition was (skipped|aborted)/

let clientAddresses = 0

export const test = base.extend<ShopFixtures>({
  // The backend counts orders and misses per client address: tests must not share their limits.
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) => {
    clientAddresses += 1
    await use({
      'x-forwarded-for': `10.${workerIndex % 256}.${clientAddresses >> 8}.${clientAddresses & 255}`,
    })
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
        if (!ENDED_TRANSITION.test(text)) noise.push(text)
      })
      await use(undefined)
      baseExpect(noise.filter((line) => !expectedNoise?.test(line))).toEqual([])
    },
    { auto: true },
  ],

  page: async ({ page, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) return use(page)
    const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) }
    // With `waitUntil` a test decides itself how long to wait.
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      return options?.waitUntil ? response : afterHydration(page, response)
    }
    page.reload = async (...args) => afterHydration(page, await reload(...args))
    await use(page)
  },
})

export const expect = baseExpect

/** Waits until the page has run its scripts, and hydrated its islands, but for those that wait until they are seen. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]:not([client="visible"])'),
  )
}

async function afterHydration<Result>(page: Page, result: Result): Promise<Result> {
  await hydrated(page)
  return result
}
