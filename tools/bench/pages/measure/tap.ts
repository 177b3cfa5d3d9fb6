import { setTimeout } from 'node:timers/promises'
import { CPU_SLOWDOWN, open, phonePage } from '../browser.ts'
import type { Place } from '../kinds.ts'
import type { Browser, Page } from '../lighthouse.ts'
import { seed } from '../shop.ts'
import { tapMainAction } from './weigh.ts'

/** Longer than any answer that would still count as one. */
const PATIENCE = 1_000

/**
 * Milliseconds from the first tap on the page's main action to the next picture on the screen, with
 * a slow processor. The browser counts in steps of 8 and says nothing below 16: that is 0 here.
 */
export async function timeTap(browser: Browser, shop: string, place: Place): Promise<number> {
  const context = await browser.createBrowserContext()
  try {
    const page = await phonePage(context)
    await seed(page, shop, place)
    await page.evaluateOnNewDocument(recordInteractions)
    const devTools = await page.createCDPSession()
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await open(page, shop + place.path)
    await tapMainAction(page, place)
    return await longestInteraction(page)
  } finally {
    await context.close()
  }
}

function recordInteractions(): void {
  const longest = { duration: 0 }
  // The types of the platform do not know it yet.
  const shortest = { type: 'event', durationThreshold: 16 }
  Object.assign(window, { longest })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0) {
        longest.duration = Math.max(longest.duration, entry.duration)
      }
    }
  }).observe(shortest)
}

async function longestInteraction(page: Page): Promise<number> {
  await setTimeout(PATIENCE)
  return page.evaluate<number>('window.longest.duration')
}
