/* Files of couriers are read by a worker beside the page, by the content policy of the built site (rule 22.21). */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { adminTest as test } from '../support/own-shop.ts'
import { importFile } from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

const WORKER = '**/spreadsheet-worker*.js'
// A script that does not come.
test.use({ expectedNoise: /ERR_FAILED/ })

const FOLDER = new URL('../../support/courier-files/', import.meta.url)

test('rule 22.21: the worker names files that are not read, and reads XLSX and CSV, or else the page does', async ({
  page,
}) => {
  await openMoney(page)
  const worker = page.waitForEvent('worker')
  await choose(page, 'cpr.pdf', Buffer.from('%PDF-1.7\n'))
  const says = 'This file is a PDF, which is not read.'
  await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
  expect((await worker).url()).toContain('/spreadsheet-worker')
  for (const name of ['xlsx-strict.xlsx', 'csv-pipe.csv']) {
    const worker = page.waitForEvent('worker')
    await choose(page, name, readFileSync(new URL(name, FOLDER)))
    expect((await worker).url()).toContain('/spreadsheet-worker')
    await page.getByRole('button', { name: 'PostEx', exact: true }).click()
    await expect(page.getByText('The file pays Rs 1573.20.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
  }
  expect(await loadedReader(page)).toEqual([])

  // Without the script of the worker the page reads it.
  await page.route(WORKER, (route) => route.abort())
  await choose(page, 'csv-pipe.csv', readFileSync(new URL('csv-pipe.csv', FOLDER)))
  await page.getByRole('button', { name: 'PostEx', exact: true }).click()
  await expect(page.getByText('The file pays Rs 1573.20.')).toBeVisible()
  expect(await loadedReader(page)).not.toEqual([])
})

test('rule 22.21: a file that takes too long is refused after five seconds, and the page stays usable', async ({
  page,
}) => {
  // A worker that never ends, in place of a file that takes long on any machine.
  await page.route(WORKER, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'addEventListener("message", () => { for (;;); })',
    }),
  )
  await page.clock.install()
  await openMoney(page)
  const worker = page.waitForEvent('worker')
  await choose(page, 'slow.csv', Buffer.from('CN,COD\n1,2\n'))
  await expect(page.getByText('Reading slow.csv...')).toBeVisible()
  const button = page.getByRole('button', { name: 'Import the courier’s file' })
  await button.focus()
  await expect(button).toBeFocused()
  expect((await worker).url()).toContain('/spreadsheet-worker')
  await page.clock.fastForward(5000)
  await expect(page.getByText('This file takes longer to read than 5 seconds.')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
})

test('rule 22.40: a file may be dropped on the page, and cells be pasted', async ({ page }) => {
  await openMoney(page)
  await expect(page.getByRole('button', { name: 'Import the courier’s file' })).toBeVisible()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.7'], 'cpr.pdf'))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(drop)
  })
  await expect(page.getByText('This file is a PDF, which is not read.')).toBeVisible()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'CN\tStatus\n7790000009\tDelivered')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.body.dispatchEvent(paste)
  })
  await expect(page.getByText('Which courier is Pasted cells.csv from?')).toBeVisible()
})

async function openMoney(page: Page): Promise<void> {
  await page.goto('/admin/money')
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await importFile(page, { name, mimeType: '', buffer })
}

/** The scripts by which the page itself reads files. */
async function loadedReader(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/read-spreadsheet')),
  )
}
