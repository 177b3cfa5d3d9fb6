import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sentenceOf } from '#content-loader/problem.ts'
import { prices } from '../build/checks/prices.ts'
import type { Project } from '../build/checks/project.ts'
import { changeLine, isLarge, priceChanges } from './changes.ts'
import { sizesOfMigrations, stalePrices, writePrices } from './migration.ts'

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

test('what was ever sold is read from all migrations, with its last price', () => {
  const soap = { id: 'soap', name: "Mother's soap", label: "it's 1", price: 5.5 }
  writePrices(folder, [oil, soap], now)
  writePrices(folder, [dearer], now)
  expect(sizesOfMigrations(folder)).toEqual([
    { ...dearer, migration: '20261201102031_set_prices.sql' },
    { ...soap, migration: '20261201102030_set_prices.sql' },
  ])
})

describe('a build', () => {
  /** What the check says of this list. */
  const problems = async (...list: object[]) => {
    mkdirSync(join(root, 'src/content'), { recursive: true })
    writeFileSync(join(root, 'src/content/price-list.json'), JSON.stringify(list))
    return (await prices({ root } as Project)).map(sentenceOf)
  }
  const listed = (price: unknown, label = '100ml') => ({
    id: 'oil',
    name: 'Oil',
    sizes: [{ label, price }],
  })

  test('stops until a migration sets the prices of the list', async () => {
    expect(await problems(listed(799))).toEqual([
      expect.stringContaining('the newest price migration (none yet) does not set these prices'),
    ])
    writePrices(folder, [oil], now)
    expect(await problems(listed(799))).toEqual([])
    expect(await problems(listed(899))).toEqual([
      'src/content/price-list.json: the newest price migration (20261201102030_set_prices.sql) does not set these prices. ' +
        'Run "npm run prices", or "npm run prices -- --push" for a hosted project, then build again.',
    ])
    expect(await problems(listed('899'))).toEqual([
      expect.stringContaining('product oil: "sizes[0].price" is "899", which is text. Write'),
    ])
  })

  test('rule 1.29: stops where a size or a product that was sold is gone', async () => {
    writePrices(folder, [oil], now)
    const gone = [
      expect.stringMatching(/"100ml" of oil was sold until now .*Keep it .*"onSale": false/),
    ]
    expect(await problems(listed(799, '120ml'))).toEqual(gone)
    expect(await problems({ ...listed(799), id: 'hair-oil' })).toEqual(gone)
    writePrices(folder, [{ ...oil, label: '120ml' }], now)
    const former = { label: '100ml', price: 799, onSale: false }
    const sizes = [{ label: '120ml', price: 799 }, former]
    expect(await problems({ id: 'oil', name: 'Oil', sizes })).toEqual([])
  })

  test('stops where several units cost more together', async () => {
    const sameAs = { id: 'oil', size: '100ml', quantity: 2, says: 'Two' }
    const pair = (price: number) => ({
      id: 'pair',
      name: 'Pair',
      sizes: [{ label: '2', price, sameAs }],
    })
    expect(await problems(listed(799), pair(1799))).toEqual([
      expect.stringContaining(
        'product pair: "2" costs 1799.00, more than 2 times 100ml of oil at 799.00',
      ),
    ])
    writePrices(folder, [oil, { id: 'pair', name: 'Pair', label: '2', price: 1598 }], now)
    expect(await problems(listed(799), pair(1598))).toEqual([])
  })
})

test('each size is printed from its former to its new price, and a large change is noticed', () => {
  writePrices(folder, [oil, { ...oil, label: '200ml' }, { ...oil, label: '5ml' }], now)
  const sizes = [
    { ...oil, price: 7.99 },
    { ...oil, label: '200ml', price: 1198.5 },
    { ...oil, label: '5ml' },
    { ...oil, label: '1l', price: 5000 },
  ]
  const changes = priceChanges(folder, sizes)
  expect(changes.map(changeLine)).toEqual([
    'Oil, 100ml: 799.00 to 7.99 (-99 %)',
    'Oil, 200ml: 799.00 to 1198.50 (+50 %)',
    'Oil, 5ml: 799.00',
    'Oil, 1l: 5000.00 (new)',
  ])
  expect(changes.map(isLarge)).toEqual([true, false, false, false])
})
