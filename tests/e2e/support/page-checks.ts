/* What every page must hold, wherever a test stands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './shop-test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Half as large as the module's own `source`, for each page that is looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

type Look = readonly [width: number, colorScheme: 'light' | 'dark']

const PHONE: Look = [360, 'light']

/** Each width and each scheme once. */
const LOOKS: readonly Look[] = [PHONE, [1280, 'dark']]

export const ON_PHONE: readonly Look[] = [PHONE]

/**
 * Nothing scrolls sideways in any of these looks, nor at 320 px, and axe finds nothing in the first one: on the page, or
 * in what alone is new on a page at which page-kinds.spec.ts looks as a whole. It takes half a second; theme.test.ts holds
 * the contrasts of both schemes.
 */
export async function expectAccessible(part: Page | Locator, looks = LOOKS): Promise<void> {
  const page = pageOf(part)
  const [[width, colorScheme] = PHONE, ...others] = looks
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await expectNoOverflow(page, [320, width])
  await expectNoViolations(part)
  await expectNoOverflow(
    page,
    others.map(([other]) => other),
  )
}

export async function expectNoOverflow(page: Page, widths = [320, 768, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect({ url: page.url(), width, overflow }).toEqual({ url: page.url(), width, overflow: 0 })
  }
}

export async function expectLink(page: Page, name: string, href: string): Promise<void> {
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
}

/** The dialogs that scripts of a page open from now on. */
export function recordDialogs(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}

/** The URLs that are requested from now on. */
export function recordRequests(page: Page, part = ''): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(part)) urls.push(request.url())
  })
  return urls
}

/** As if the tab were hidden, or looked at again. */
export async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** As if the tab were left and looked at again. */
export async function lookAgain(page: Page): Promise<void> {
  await setVisibility(page, 'hidden')
  await setVisibility(page, 'visible')
}

/** Before a page is opened: the layout shifts that no input of a person causes, with what moved. */
export async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        value: number
        sources: { node: Node | null }[]
      })[]) {
        const nodes = entry.sources.map(({ node }) => node?.textContent?.trim().slice(0, 40))
        if (!entry.hadRecentInput) shifts.push(`${entry.value.toFixed(4)} ${nodes.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}

/**
 * Before a page is opened: its data comes slowly, one response after the other, each when the one before is painted.
 * Not by page.route, which switches the cache of the browser off: each page would compile its scripts again.
 */
export async function slowData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    let former: Promise<unknown> = Promise.resolve()
    let pending = 0
    Object.defineProperty(window, 'pendingData', { get: () => pending })
    const painted = async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    }
    window.fetch = (input, init) => {
      if (!String(input).includes('/rpc/')) return send(input, init)
      pending += 1
      const response = former.then(painted).then(() => send(input, init))
      former = response
        .catch(() => undefined)
        .then(painted)
        .finally(() => {
          pending -= 1
        })
      return response
    }
  })
}

/** After `slowData`: waits until all data has come and is painted. */
export async function dataLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, 'pendingData') === 0)
}

/** After `recordShifts` and `slowData`: the shifts until all data has come and is painted. */
export async function shiftsOnceLoaded(page: Page): Promise<string[]> {
  await dataLoaded(page)
  return page.evaluate(() => Reflect.get(window, 'shifts'))
}

/** What a press downloads. */
export async function downloadBy(page: Page, press: () => Promise<void>) {
  const pending = page.waitForEvent('download')
  await press()
  const file = await pending
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** What each page has in common, in the shop and in the admin: page-kinds.spec.ts looks at it once. */
const FRAME = ['body > header', 'body > footer', 'body > div > header']

/** Before pages are opened: each gets axe from the browser. Sending it takes longer than to look at a page. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE)
}

/**
 * axe finds nothing, as the page is now, at its end where it has a bar of actions: elsewhere the bar may cover half of
 * a checkbox. Without @axe-core/playwright, which loads axe again at each run and opens a page for its frames.
 */
export async function expectNoViolations(
  part: Page | Locator,
  { without = [], frame = false }: { without?: string[]; frame?: boolean } = {},
): Promise<void> {
  const page = pageOf(part)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(AXE)
  const root = part === page ? page.locator('html') : (part as Locator)
  const found = await root.evaluate(
    async (element, { exclude, ...options }) => {
      if (document.querySelector('.action-bar')) scrollTo(0, document.documentElement.scrollHeight)
      const { violations } = await window.axe.run(
        { include: [element as HTMLElement], exclude },
        options,
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    {
      exclude: frame ? [] : FRAME,
      runOnly: TAGS,
      // Of WCAG 2.2, and off by default.
      rules: {
        'target-size': { enabled: true },
        ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      },
      resultTypes: ['violations'],
      selectors: false,
    } satisfies axe.RunOptions & { exclude: string[] },
  )
  expect(found, page.url()).toEqual([])
}

function pageOf(part: Page | Locator): Page {
  return 'page' in part ? part.page() : part
}
