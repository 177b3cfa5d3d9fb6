import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { programFile } from './programs.ts'
import type { InPage, Look, Tab } from './tab.ts'

/** For how long no request is under way, and for how long that is waited for. */
const QUIET = { idleTime: 200, timeout: 5000 }

/** WebDriver BiDi is built into Firefox, so no geckodriver is needed. */
export async function openFirefox(look: Look): Promise<Tab> {
  const browser = await puppeteer.launch({
    headless: true,
    browser: 'firefox',
    executablePath: programFile('firefox-esr') ?? '',
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': look.scheme === 'dark' ? 0 : 1,
      ...(look.blocksStorage && { 'network.cookie.cookieBehavior': 2 }),
    },
    defaultViewport: look,
  })
  const page = await browser.newPage()
  // Keys go to the window that has the focus.
  await page.bringToFront()
  const noise: string[] = []
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) noise.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    noise.push(`${page.url()}: ${error instanceof Error ? error.message : error}`)
  })
  return {
    async open(url) {
      // Puppeteer's goto() waits for ever in Firefox after a page from the back/forward cache.
      await page.evaluate(goTo, url)
    },
    async quiet() {
      await page.waitForNetworkIdle(QUIET).catch(() => undefined)
    },
    run: <Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args) =>
      page.evaluate(work as (...args: unknown[]) => Result, ...args) as Promise<Result>,
    async click(find, ...args) {
      const handle = await page.evaluateHandle(
        find as (...args: unknown[]) => Element | null,
        ...args,
      )
      const element = handle.asElement() as ElementHandle<Element> | null
      await element?.click()
      return element !== null
    },
    type: (text) => page.keyboard.type(text),
    pressTab: () => page.keyboard.press('Tab'),
    screenshot: () => page.screenshot(),
    noise: async () => noise,
    close: () => browser.close(),
  }
}

function goTo(url: string): void {
  setTimeout(() => location.assign(url))
}
