/* What a customer does in a tab, in the words of the page. Every engine runs the same steps. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { openTab } from '#tools/engines/open-tab.ts'
import type { EngineName, InPage, Look, Tab } from '#tools/engines/tab.ts'

export interface EngineOptions {
  engine: EngineName
  look: Look
  /** Console lines that a test expects. Every other line fails it. */
  expectedNoise: RegExp | undefined
}

export interface EngineCustomer {
  /** Where the page leads on by itself, until that one is loaded. */
  open(path: string, arrivesAt?: string): Promise<void>
  back(): Promise<void>
  /** Clicks the visible link, button or checkbox of that name. */
  press(name: string): Promise<void>
  /** Clicks into the field of that label, empties it and types. */
  fill(label: string, text: string): Promise<void>
  /** Waits until the page shows the text. */
  see(text: string): Promise<unknown>
  /** Waits until every picture on the screen is loaded. */
  seePictures(): Promise<unknown>
  seePath(path: RegExp): Promise<string>
  /** Waits until a control has this aria-label. */
  seeLabel(label: string): Promise<unknown>
  /** Waits until the label of the focused field is on the screen and below the header. */
  seeLabelOfFocus(): Promise<unknown>
  /** Waits until nothing moves. */
  seeStill(): Promise<unknown>
  /** Waits until it holds in the page. */
  seeThat<Args extends unknown[]>(fact: InPage<Args, boolean>, ...args: Args): Promise<unknown>
  screenshot(name: string): Promise<void>
  tab: Tab
}

const STEP_TIMEOUT_MS = 30_000

/** Reported by engines where a page is left during its view transition. */
const LEFT_IN_TRANSITION = /AbortError: .*transition/i

export const test = base.extend<EngineOptions & { customer: EngineCustomer }>({
  engine: ['firefox', { option: true }],
  look: [{ width: 390, height: 844, scheme: 'light' }, { option: true }],
  expectedNoise: [undefined, { option: true }],
  customer: async ({ engine, look, expectedNoise, baseURL }, use, testInfo) => {
    const tab = await openTab(engine, look)
    try {
      await use(customerIn(tab, baseURL ?? '', (name) => testInfo.outputPath(`${name}.png`)))
      const noise = await tab.noise()
      const isExpected = (line: string) =>
        LEFT_IN_TRANSITION.test(line) || expectedNoise?.test(line)
      expect(noise.filter((line) => !isExpected(line))).toEqual([])
    } finally {
      await tab.close()
    }
  },
})

export { expect }

function customerIn(tab: Tab, site: string, pathOf: (name: string) => string): EngineCustomer {
  // An element that moves, as in a view transition, takes no clicks.
  const waitUntilStill = () => until('see nothing move', () => tab.run(isStill))
  const press = async (name: string) => {
    await waitUntilStill()
    await tab.quiet()
    await until(`press ${name}`, () => tab.click(controlNamed, name))
  }
  let shots = 0
  return {
    tab,
    async open(path, arrivesAt = path) {
      await tab.quiet()
      await tab.open(site + path)
      await until(`open ${path}`, () => tab.run(isLoaded, arrivesAt))
    },
    async back() {
      await tab.quiet()
      await tab.run(goBack)
    },
    press,
    async fill(label, text) {
      await press(label)
      await tab.run(selectText)
      await tab.type(text)
    },
    see: (text) => until(`see ${text}`, () => tab.run(isShown, text)),
    seePictures: () => until('see the pictures', () => tab.run(arePicturesLoaded)),
    seePath: (path) =>
      until(`be at ${path}`, async () => {
        const current = await tab.run(currentPath)
        return path.test(current) && (await tab.run(isLoaded)) && current
      }),
    seeLabel: (label) => until(`see ${label}`, () => tab.run(isLabel, label)),
    seeLabelOfFocus: () => until('see the label of the field', () => tab.run(isLabelSeen)),
    seeStill: waitUntilStill,
    seeThat: (fact, ...args) => until(`see that ${fact.name}`, () => tab.run(fact, ...args)),
    async screenshot(name) {
      await waitUntilStill()
      shots += 1
      const file = pathOf(`${String(shots).padStart(2, '0')}-${name}`)
      writeFileSync(file, await tab.screenshot())
    },
  }
}

/** Repeats the step until it has a result. While one page replaces another, a call can fail. */
async function until<Result>(
  step: string,
  work: () => Promise<Result | false>,
): Promise<Exclude<Result, false>> {
  const deadline = Date.now() + STEP_TIMEOUT_MS
  let problem: unknown
  while (Date.now() < deadline) {
    const result = await work().catch((error: unknown) => {
      problem = error
      return false as const
    })
    if (result !== false) return result as Exclude<Result, false>
    await sleep(100)
  }
  throw new Error(`It took longer than ${STEP_TIMEOUT_MS} ms to ${step}.`, { cause: problem })
}

export function randomPhone(): string {
  return `03${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
}

/* What follows runs in the page, each function by itself. */

/** The first visible control of that accessible name. */
function controlNamed(name: string): Element | null {
  // What lies outside a modal dialog is inert.
  const root = document.querySelector('dialog:modal') ?? document
  const controls = root.querySelectorAll('a, button, input, textarea, summary')
  for (const control of controls) {
    const { labels, disabled } = control as HTMLInputElement
    const label = control.getAttribute('aria-label') ?? labels?.[0]?.textContent
    // A name may be one of two that take turns.
    const names = [control, ...control.children].filter((part) => part.getClientRects().length > 0)
    const texts = label ? [label] : names.map(({ textContent }) => textContent)
    const isNamed = texts.some((text) => text?.replaceAll(/\s+/g, ' ').trim() === name)
    if (isNamed && !disabled && control.getClientRects().length > 0) return control
  }
  return null
}

function selectText(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

/** With the scripts that run after load, and the islands: a press before them would be lost. */
function isLoaded(path?: string): boolean {
  const late = 'astro-island[ssr]:not([client="visible"])'
  const isComplete = document.readyState === 'complete' && !document.querySelector(late)
  return isComplete && (path === undefined || location.pathname === path)
}

function goBack(): void {
  setTimeout(() => history.back())
}

function isLabel(label: string): boolean {
  return document.querySelector(`[aria-label="${label}"]`) !== null
}

function isLabelSeen(): boolean {
  const label = (document.activeElement as HTMLInputElement).labels?.[0]?.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect()
  return !!label && label.top >= (header?.bottom ?? 0) && label.bottom <= innerHeight
}

function isShown(text: string): boolean {
  const holds = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').includes(text)
  return [...document.body.querySelectorAll('*')].some(
    (element) =>
      holds(element) && ![...element.children].some(holds) && element.getClientRects().length > 0,
  )
}

function arePicturesLoaded(): boolean {
  const onScreen = [...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return onScreen.length > 0 && onScreen.every((image) => image.complete && image.naturalWidth > 0)
}

/** No animation that ends by itself is running. */
function isStill(): boolean {
  return document.getAnimations().every(({ playState }) => playState !== 'running')
}

function currentPath(): string {
  return location.pathname + location.search
}
