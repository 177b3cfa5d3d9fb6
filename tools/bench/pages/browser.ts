import puppeteer, {
  type Browser,
  type BrowserContext,
  type Page,
  type Viewport,
} from 'puppeteer-core'
import { resolveChromium } from '#tools/chromium/chromium.mjs'

export type { Browser, Page }

/** A phone as Lighthouse's mobile preset has it. */
const PHONE: Viewport = {
  width: 412,
  height: 823,
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

/**
 * A Chromium that trusts this one key. With all certificate errors ignored it would cache no response,
 * and every page would load the fonts again.
 */
export async function openBrowser(fingerprint: string): Promise<Browser> {
  const { executablePath, env } = await resolveChromium()
  return puppeteer.launch({
    executablePath,
    headless: 'shell',
    env: { ...process.env, ...env },
    args: [
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
      // No request may leave this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}

export async function newPhonePage(opener: Browser | BrowserContext): Promise<Page> {
  const page = await opener.newPage()
  await page.setViewport(PHONE)
  await page.setUserAgent({ userAgent: ANDROID })
  return page
}

/** On a page with empty storage and cache. */
export async function withFreshPage<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext()
  try {
    return await work(await newPhonePage(context))
  } finally {
    await context.close()
  }
}
