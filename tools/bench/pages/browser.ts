import { resolveChromium } from '#tools/chromium/chromium.mjs'
import {
  type Browser,
  type BrowserContext,
  loadPuppeteer,
  type Page,
  type Viewport,
} from './lighthouse.ts'

/** A phone as Lighthouse's mobile preset has it. */
export const PHONE: Viewport = {
  width: 412,
  height: 823,
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** The narrow phones that are sold most in Pakistan: 720 by 1600 pixels. */
export const NARROW_PHONE: Viewport = { ...PHONE, width: 360, height: 800, deviceScaleFactor: 2 }

/** A window as narrow as a phone, but with a mouse, whose pointer can rest on a link. */
export const NARROW_WINDOW: Viewport = {
  ...PHONE,
  isMobile: false,
  hasTouch: false,
}

export const CPU_SLOWDOWN = 4

const ANDROID =
  'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

/**
 * A Chromium that trusts this one key. Ignoring all certificate errors instead would keep answers out
 * of its cache, and every page would load the fonts again.
 */
export async function openBrowser(fingerprint: string): Promise<Browser> {
  const { executablePath, env } = await resolveChromium()
  const puppeteer = await loadPuppeteer()
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
      // Nothing that a page asks for may leave this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}

export async function phonePage(
  maker: Browser | BrowserContext,
  viewport: Viewport = PHONE,
): Promise<Page> {
  const page = await maker.newPage()
  await page.setViewport(viewport)
  if (viewport.isMobile) await page.setUserAgent({ userAgent: ANDROID })
  return page
}

/** The page has loaded and asks for nothing more: what it does when idle is done too. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await settle(page)
}

export async function settle(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ idleTime: 700, timeout: 20_000 })
}
