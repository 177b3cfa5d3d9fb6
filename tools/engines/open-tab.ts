import { openFirefox } from './puppeteer-tab.ts'
import type { EngineName, Look, Tab } from './tab.ts'
import { openWebKit } from './webkit-tab.ts'

const OPENERS = { firefox: openFirefox, webkit: openWebKit }

export function openTab(engine: EngineName, look: Look): Promise<Tab> {
  return OPENERS[engine](look)
}
