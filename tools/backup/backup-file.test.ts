import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'
import {
  type BackupHeader,
  checkBackup,
  type Entry,
  readEntries,
  writeBackup,
} from './backup-file.ts'

const folder = aFolder('backup-file')
const whole = join(folder.path, 'whole.jsonl.gz')
const header: BackupHeader = {
  format: 'zulf backup',
  version: 1,
  madeAt: '2026-11-22T05:00:00.000Z',
  source: 'local',
  migrations: ['20261121090000'],
}
/** The number has more digits than a number of JavaScript. */
const entries: Entry[] = [
  { table: 'public.orders', columns: ['id', 'total'] },
  { row: '{"id":"A","total":12345678901234567890.10}' },
  { row: '{"id":"\u0627","total":1}' },
  { table: 'private.empty', columns: ['id'] },
]

beforeAll(async () => {
  expect(await writeBackup(whole, header, each(entries))).toBe(2)
})
afterAll(folder.remove)

test('every row is read as it was written', async () => {
  expect(await checkBackup(whole)).toEqual({ ...header, rows: 2 })
  expect(await Array.fromAsync(readEntries(whole))).toEqual(entries)
})

test('a file that was cut anywhere is no backup', async () => {
  const bytes = readFileSync(whole)
  for (let length = 0; length < bytes.length; length++) {
    const file = join(folder.path, 'cut')
    writeFileSync(file, bytes.subarray(0, length))
    await expect(checkBackup(file), String(length)).rejects.toThrow('is not a whole backup')
  }
})

test('a file without its last lines, or with another row, is no backup', async () => {
  const lines = gunzipSync(readFileSync(whole)).toString().split('\n')
  const changed = [lines.slice(0, -2), lines.with(2, '{"row":{"id":"B"}}'), ['{}'], ['']]
  for (const [nth, text] of changed.entries()) {
    const file = join(folder.path, `changed-${nth}`)
    writeFileSync(file, gzipSync(text.join('\n')))
    await expect(checkBackup(file)).rejects.toThrow(`${file} is not a whole backup`)
  }
})

test('a failure leaves no file', async () => {
  const file = join(folder.path, 'failed')
  async function* failing(): AsyncGenerator<Entry> {
    yield* entries
    throw new Error('the database is gone')
  }
  await expect(writeBackup(file, header, failing())).rejects.toThrow('the database is gone')
  await expect(checkBackup(file)).rejects.toThrow(`There is no backup ${file}.`)
})

async function* each<Item>(items: Item[]): AsyncGenerator<Item> {
  yield* items
}
