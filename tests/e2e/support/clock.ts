import type { Page } from '@playwright/test'

/**
 * Before a page is opened: its time passes only when a test lets it. The hour between the two is room
 * for a busy machine, since a clock cannot be paused at a time that is over.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-23T09:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-23T10:00:00Z'))
}
