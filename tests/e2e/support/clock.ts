import type { Page } from '@playwright/test'

declare global {
  interface Window {
    expireTimeouts(): number[]
  }
}

/**
 * Before a page is opened: its time passes only when a test lets it, and no request times out. The hour between the two is room
 * for a busy machine, since a clock cannot be paused at a time that is over.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-23T09:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-23T10:00:00Z'))
  // A request takes real time: one that is pending while seconds pass would time out after ten of them.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
    // Islands that start once the page is idle.
    window.requestIdleCallback = (run) => {
      queueMicrotask(() => run({ didTimeout: false, timeRemaining: () => 50 }))
      return 0
    }
  })
}

/** Before a page is opened: the clock of the server, which counts where a page promises something. */
export async function setServerClock(page: Page, time: string): Promise<void> {
  const date = new Date(time).toUTCString()
  await page.route('**/robots.txt', (route) => route.fulfill({ headers: { date } }))
}

/** Before a page is opened: the pauses between its retries take a tenth of their time. */
export async function shortenPauses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = setTimeout
    const shortened = (run: () => void, wait = 0) =>
      start(run, wait >= 500 && wait <= 1500 ? wait / 10 : wait)
    Object.assign(window, { setTimeout: shortened })
  })
}

/**
 * Before a page is opened: its requests time out when the returned function is called, and not before.
 * The function returns after how many milliseconds each would have.
 */
export async function holdTimeouts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const pending: [wait: number, AbortController][] = []
    AbortSignal.timeout = (wait) => {
      const controller = new AbortController()
      pending.push([wait, controller])
      return controller.signal
    }
    window.expireTimeouts = () =>
      pending.splice(0).map(([wait, controller]) => {
        controller.abort(new DOMException('signal timed out', 'TimeoutError'))
        return wait
      })
  })
  return () => page.evaluate(() => window.expireTimeouts())
}
