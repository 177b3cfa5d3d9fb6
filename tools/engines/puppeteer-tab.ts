import puppeteer, { type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core'
import { resolveChromium } from '../chromium/chromium.mjs'
import { programFile } from './programs.ts'
import type { InPage, Look, Tab } from './tab.ts'

/** Nothing that a page asks for may leave this machine. */
const LOCAL_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

/** For how long no request is under way, and for how long that is waited for. */
const QUIET = { idleTime: 200, timeout: 5000 }

export async function openChromium(look: Look): Promise<Tab> {
  const { executablePath, env } = await resolveChromium()
  const tab = await launch({
    browser: 'chrome',
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', LOCAL_ONLY],
    defaultViewport: look,
  })
  await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look.scheme }])
  return tab
}

/** WebDriver BiDi is built into Firefox, so no geckodriver is needed. */
export function openFirefox(look: Look): Promise<Tab> {
  return launch({
    browser: 'firefox',
    executablePath: programFile('firefox-esr') ?? '',
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': look.scheme === 'dark' ? 0 : 1,
      ...(look.blocksStorage && { 'network.cookie.cookieBehavior': 2 }),
    },
    defaultViewport: look,
  })
}

async function launch(options: LaunchOptions): Promise<Tab & { page: Page }> {
  const browser = await puppeteer.launch({ headless: true, ...options })
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
    page,
    async open(url) {
      // Puppeteer's goto() waits for ever in Firefox after a page from the back/forward cache.
      await page.evaluate(goTo, url)
    },
    async quiet() {
      // Chromium reports no request of a page that is left, and its prefetches never count as finished.
      if (options.browser === 'firefox') await page.waitForNetworkIdle(QUIET).catch(() => undefined)
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
