import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPrices } from './build-check.ts'
import { stalePrices, writePrices } from './migration.ts'

const oil = { id: 'oil', name: 'Oil', label: '100ml', price: 799 }
const dearer = { ...oil, price: 899 }
const now = new Date('2026-12-01T10:20:30.400Z')
let root: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zulf-prices-'))
  folder = join(root, 'supabase/migrations')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '20261121090100_create_catalogue.sql'), 'select 1;')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a change of prices is written once, under the time in UTC', () => {
  expect(stalePrices(folder, [oil])).toBe('none yet')
  expect(writePrices(folder, [oil], now)).toBe('20261201102030_set_prices.sql')
  expect(stalePrices(folder, [oil])).toBeUndefined()
  expect(writePrices(folder, [oil], now)).toBeUndefined()
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a migration that was written stays as it is, and the new one comes after it', () => {
  writePrices(folder, [oil], now)
  const first = readFileSync(join(folder, '20261201102030_set_prices.sql'), 'utf8')

  expect(stalePrices(folder, [dearer])).toBe('20261201102030_set_prices.sql')
  expect(writePrices(folder, [dearer], now)).toBe('20261201102031_set_prices.sql')
  expect(readFileSync(join(folder, '20261201102030_set_prices.sql'), 'utf8')).toBe(first)
  // Back to the first price: the newest migration decides, not an older one.
  expect(writePrices(folder, [oil], now)).toBe('20261201102032_set_prices.sql')
})

test('it sorts after every other migration, even one that is dated in the future', () => {
  writeFileSync(join(folder, '20301231235959_add_something.sql'), 'select 1;')
  expect(writePrices(folder, [oil], now)).toBe('20310101000000_set_prices.sql')
  expect(readdirSync(folder).sort().at(-1)).toBe('20310101000000_set_prices.sql')
})

test('line ends of Windows and a reworded comment are no change of prices', () => {
  const name = writePrices(folder, [oil], now) ?? ''
  const sql = readFileSync(join(folder, name), 'utf8')
  writeFileSync(
    join(folder, name),
    sql.replace('The prices of', 'Prices in').replaceAll('\n', '\r\n'),
  )
  expect(writePrices(folder, [oil], now)).toBeUndefined()
})

test('no statement changes rows without saying which', () => {
  const sql = readFileSync(join(folder, writePrices(folder, [oil], now) ?? ''), 'utf8')
  const updates = sql.match(/^update [^;]*;/gm) ?? []
  expect(updates).toHaveLength(1)
  expect(updates[0]).toMatch(/\bwhere \(product_id, size\) not in \(\s*\('oil', '100ml'\)\s*\)/)
})

test('a build stops until a migration sets the prices of the list', () => {
  const list = (price: unknown) => {
    mkdirSync(join(root, 'src/content'), { recursive: true })
    const product = { id: 'oil', name: 'Oil', sizes: [{ label: '100ml', price }] }
    writeFileSync(join(root, 'src/content/price-list.json'), JSON.stringify([product]))
  }
  const build = () => checkPrices(pathToFileURL(`${root}/`))

  list(799)
  expect(build).toThrow('The newest price migration (none yet) does not set the prices of')
  writePrices(folder, [oil], now)
  expect(build).not.toThrow()
  list(899)
  expect(build).toThrow(
    'The newest price migration (20261201102030_set_prices.sql) does not set the prices of ' +
      'src/content/price-list.json: run "npm run prices", or "npm run prices -- --push" for a ' +
      'hosted project, then build again.',
  )
  list('899')
  expect(build).toThrow(
    'src/content/price-list.json: product oil: "sizes[0].price" is "899", which is text. Write',
  )
})
