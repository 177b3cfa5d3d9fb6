/* Files of couriers are read by a worker beside the page, by the content policy of the built site (rule 22.21). */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { adminTest as test } from '../support/own-shop.ts'
import { importFile } from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

const WORKER = '**/spreadsheet-worker*.js'
const FOLDER = new URL('../../support/courier-files/', import.meta.url)

const OTHER_KINDS: [name: string, start: string, says: string][] = [
  ['cpr.pdf', '%PDF-1.7\n', 'This file is a PDF, which is not read.'],
  ['old.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'This file has the old format of Excel (.xls).'],
  ['photo.csv', '\x89PNG\r\n\x1a\n', 'This file is a picture, which is not read.'],
  [
    'sheet.ods',
    `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
    'This file is an OpenDocument file (ODS).',
  ],
]

test('rule 22.21: the worker names files that are not read, and reads XLSX and CSV', async ({
  page,
}) => {
  await openMoney(page)
  for (const [name, start, says] of OTHER_KINDS) {
    const worker = page.waitForEvent('worker')
    await choose(page, name, Buffer.from(start, 'latin1'))
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
    expect((await worker).url()).toContain('/spreadsheet-worker')
  }
  for (const name of ['xlsx-strict.xlsx', 'csv-pipe.csv']) {
    const worker = page.waitForEvent('worker')
    await choose(page, name, readFileSync(new URL(name, FOLDER)))
    expect((await worker).url()).toContain('/spreadsheet-worker')
    await page.getByRole('button', { name: 'PostEx', exact: true }).click()
    await expect(page.getByText('The file pays Rs 1573.20.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
  }
  expect(await loadedReader(page)).toEqual([])
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

test.describe('without the script of the worker', () => {
  test.use({ expectedNoise: /ERR_FAILED/ })

  test('a file is read by the page', async ({ page }) => {
    await page.route(WORKER, (route) => route.abort())
    await openMoney(page)
    await choose(page, 'csv-pipe.csv', readFileSync(new URL('csv-pipe.csv', FOLDER)))
    await page.getByRole('button', { name: 'PostEx', exact: true }).click()
    await expect(page.getByText('The file pays Rs 1573.20.')).toBeVisible()
    expect(await loadedReader(page)).not.toEqual([])
  })
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
