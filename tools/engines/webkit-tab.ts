import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findFreePort } from '../free-port.ts'
import { miniBrowser } from './programs.ts'
import type { InPage, Look, Tab } from './tab.ts'

const START_TIMEOUT_MS = 20_000
const QUIET_TIMEOUT_MS = 5_000
const SCREEN = ['-a', '-s', '-screen 0 1600x1200x24']

/** MiniBrowser in automation mode, on a screen of its own. */
export async function openWebKit(look: Look): Promise<Tab> {
  const port = await findFreePort()
  const server = spawn(
    'xvfb-run',
    // Without a window manager no window has the focus.
    [...SCREEN, 'sh', '-c', 'openbox & exec WebKitWebDriver --port="$0"', String(port)],
    { stdio: 'ignore', detached: true },
  )

  try {
    const driver = await connect(`http://127.0.0.1:${port}`, look, server)
    await openWindow(driver, look)
    return tabOf(driver, server)
  } catch (error) {
    stop(server)
    throw error
  }
}

async function connect(url: string, look: Look, server: ChildProcess): Promise<WebDriver> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady(url))) {
    if (Date.now() > deadline || server.exitCode !== null)
      throw new Error('WebKitWebDriver does not start.')
    await setTimeout(100)
  }
  const dark = look.scheme === 'dark' ? ['--dark-mode'] : []
  const options = {
    binary: miniBrowser(),
    args: ['--automation', '--javascript-can-open-windows-automatically=true', ...dark],
  }
  const capabilities = new Capabilities({ 'webkitgtk:browserOptions': options })
  // So that the console is heard from before the page has loaded.
  capabilities.setPageLoadStrategy('none')
  return new Builder()
    .usingServer(url)
    .withCapabilities(capabilities)
    .forBrowser('MiniBrowser')
    .build()
}

/** The first window has a toolbar that keeps it wider than a phone. A popup has none. */
async function openWindow(driver: WebDriver, { width, height }: Look): Promise<void> {
  const first = await driver.getWindowHandle()
  await driver.executeScript(
    `open('about:blank', 'shop', 'toolbar=no,menubar=no,location=no,width=${width},height=${height}')`,
  )
  const handles = await driver.wait(async () => {
    const all = await driver.getAllWindowHandles()
    return all.length > 1 && all
  }, START_TIMEOUT_MS)
  await driver.switchTo().window((handles || []).find((handle) => handle !== first) ?? first)
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
}

function tabOf(driver: WebDriver, server: ChildProcess): Tab {
  const noise: string[] = []
  const collect = async () => {
    noise.push(...(await driver.executeScript<string[]>(takeNoise)))
  }
  return {
    async open(url) {
      await driver.get(url)
      await collect()
    },
    async quiet() {
      await driver
        .wait(() => driver.executeScript<boolean>(isQuiet), QUIET_TIMEOUT_MS)
        .catch(ignore)
    },
    async run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args) {
      await collect()
      return driver.executeScript<Result>(work, ...args)
    },
    async click(find, ...args) {
      await collect()
      const element = await driver.executeScript<WebElement | null>(find, ...args)
      if (!element) return false
      // WebKitWebDriver refuses an element that its own scrolling leaves at the edge of the window.
      await driver.executeScript(scrollToMiddle, element)
      await element.click()
      return true
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    pressTab: () => driver.actions().sendKeys(Key.TAB).perform(),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async noise() {
      await collect()
      return noise
    },
    async close() {
      try {
        await driver.quit()
      } finally {
        stop(server)
      }
    },
  }
}

/**
 * WebKitWebDriver reports no console. This collects what a page says from the first look at it on;
 * what was said while it loaded is not seen.
 */
function takeNoise(): string[] {
  const page = window as { noise?: string[] }
  if (!page.noise) {
    const lines: string[] = []
    page.noise = lines
    const note = (text: unknown) => lines.push(`${location.pathname}: ${String(text)}`)
    for (const level of ['error', 'warn'] as const) {
      const report = console[level]
      console[level] = (...parts: unknown[]) => {
        note(parts.join(' '))
        report(...parts)
      }
    }
    addEventListener('error', (event) => note(event.message))
    addEventListener('unhandledrejection', (event) => note(event.reason))
    addEventListener('securitypolicyviolation', (event) =>
      note(`${event.effectiveDirective} refuses ${event.blockedURI}`),
    )
  }
  return page.noise.splice(0)
}

/** Whether no file has come for a while. */
function isQuiet(): boolean {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const last = Math.max(0, ...files.map(({ responseEnd }) => responseEnd))
  return document.readyState === 'complete' && performance.now() - last > 300
}

/** A page that stays busy is left all the same. */
function ignore(): void {}

function scrollToMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    (response) => response.ok,
    () => false,
  )
}

/** xvfb-run, the driver and the browser are one process group. */
function stop(server: ChildProcess): void {
  if (server.pid && server.exitCode === null) process.kill(-server.pid)
}
