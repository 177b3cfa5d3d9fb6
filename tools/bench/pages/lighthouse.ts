/*
 * Lighthouse and Puppeteer are measuring tools with a package of their own (tools/observatory), so the
 * shop's own packages do not carry them. What of theirs is used here is written down below.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export interface Browser {
  wsEndpoint(): string
  newPage(): Promise<Page>
  /** Its pages share nothing with others: no cache, no storage. */
  createBrowserContext(): Promise<BrowserContext>
  close(): Promise<void>
}

export interface BrowserContext {
  newPage(): Promise<Page>
  close(): Promise<void>
}

export interface Page {
  goto(url: string, options?: { waitUntil: 'load' }): Promise<unknown>
  url(): string
  setViewport(viewport: Viewport): Promise<void>
  setUserAgent(options: { userAgent: string }): Promise<void>
  waitForNetworkIdle(options: { idleTime: number; timeout: number }): Promise<void>
  evaluate<Result>(code: string | (() => Result | Promise<Result>)): Promise<Result>
  evaluateOnNewDocument(code: () => void): Promise<unknown>
  $(selector: string): Promise<Element | null>
  createCDPSession(): Promise<DevTools>
  mouse: { down(): Promise<void>; up(): Promise<void> }
}

export interface Viewport {
  width: number
  height: number
  deviceScaleFactor: number
  isMobile: boolean
  hasTouch: boolean
}

export interface Element {
  scrollIntoView(): Promise<void>
  hover(): Promise<void>
  tap(): Promise<void>
}

export interface DevTools {
  send(method: string, parameters?: object): Promise<unknown>
  on<Event>(name: string, listener: (event: Event) => void): void
}

interface Puppeteer {
  launch(options: {
    executablePath: string
    args: string[]
    env: NodeJS.ProcessEnv
    headless: 'shell'
  }): Promise<Browser>
}

export type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{ lhr: LighthouseReport } | undefined>

export interface LighthouseReport {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number } | undefined>
}

export async function loadLighthouse(): Promise<Lighthouse> {
  return (await load(lighthouseFile())) as Lighthouse
}

/** The one that Lighthouse itself drives browsers with. */
export async function loadPuppeteer(): Promise<Puppeteer> {
  return (await load(createRequire(lighthouseFile()).resolve('puppeteer-core'))) as Puppeteer
}

function lighthouseFile(): string {
  return createRequire(new URL('../../observatory/', import.meta.url)).resolve('lighthouse')
}

async function load(file: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(file).href)) as { default: unknown }
  return loaded.default
}
