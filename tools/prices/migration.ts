/*
 * Prices reach the database as migrations: `supabase db push` and the local backend apply each of them
 * once, in order. See docs/decisions/placing-orders.md.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { paths } from '#paths.ts'
import { migrationNames } from '../migration-names.ts'
import type { PricedSize } from './price-list.ts'

export const PRICES_SUFFIX = '_set_prices.sql'

/** The newest price migration, where it does not set exactly these prices; else undefined. */
export function stalePrices(folder: string, sizes: PricedSize[]): string | undefined {
  const newest = migrationNames(folder)
    .filter((name) => name.endsWith(PRICES_SUFFIX))
    .at(-1)
  if (!newest) return 'none yet'
  const sql = readFileSync(join(folder, newest), 'utf8').replaceAll('\r\n', '\n')
  return statementsOf(sql) === statementsOf(pricesSql(sizes)) ? undefined : newest
}

export interface SizeOfMigration extends PricedSize {
  /** The name of the newest migration that sets it. */
  migration: string
}

/** Every size that a price migration ever set, with its last name and price, the newest migration's last. */
export function sizesOfMigrations(folder: string): SizeOfMigration[] {
  const sizes = new Map<string, SizeOfMigration>()
  for (const migration of migrationNames(folder).filter((name) => name.endsWith(PRICES_SUFFIX))) {
    for (const row of readFileSync(join(folder, migration), 'utf8').matchAll(ROW)) {
      const [id = '', label = '', name = ''] = row
        .slice(1, 4)
        .map((text) => text.replaceAll("''", "'"))
      sizes.set(JSON.stringify([id, label]), { id, label, name, price: Number(row[4]), migration })
    }
  }
  return [...sizes.values()]
}

/** A row of pricesSql(): product, size, name, image, price. */
const ROW =
  /^ {2}\('((?:[^']|'')*)', '((?:[^']|'')*)', '((?:[^']|'')*)', '(?:[^']|'')*', ([\d.]+)\)/gm

/** Writes a new migration where the newest one is stale, and returns its name. */
export function writePrices(folder: string, sizes: PricedSize[], now: Date): string | undefined {
  if (!stalePrices(folder, sizes)) return undefined
  const name = `${nextTimestamp(migrationNames(folder).at(-1), now)}${PRICES_SUFFIX}`
  // Renamed when complete: `npm run dev` applies a migration as soon as it appears.
  const unfinished = join(folder, `${name}.unfinished`)
  writeFileSync(unfinished, pricesSql(sizes))
  renameSync(unfinished, join(folder, name))
  return name
}

const HEADER = `/*
 * The prices of ${PRICE_LIST_FILE}, written by \`npm run prices\`. To change a price, edit that file
 * and run the command again: an applied migration never changes.
 */
`

/** Inserts or updates every size, and deactivates all others. Running it again changes nothing. */
export function pricesSql(sizes: PricedSize[]): string {
  if (sizes.length === 0)
    return `${HEADER}update private.catalogue_sizes set active = false where active;
`
  const rows = sizes.map(({ id, label, name, price }) =>
    [quote(id), quote(label), quote(name), quote(paths.thumbnail(id)), price.toFixed(2)].join(', '),
  )
  const keys = sizes.map(({ id, label }) => `${quote(id)}, ${quote(label)}`)
  return `${HEADER}insert into private.catalogue_sizes (product_id, size, name, image, unit_price) values
${rows.map((row) => `  (${row})`).join(',\n')}
on conflict (product_id, size) do update set
  name = excluded.name,
  image = excluded.image,
  unit_price = excluded.unit_price,
  active = true;

update private.catalogue_sizes set active = false
where (product_id, size) not in (
${keys.map((key) => `  (${key})`).join(',\n')}
);
`
}

/** Without the comment at the top. */
function statementsOf(sql: string): string {
  return sql.replace(/^\s*\/\*.*?\*\//s, '').trim()
}

/** UTC, and always after the last migration, whose date may lie in the future. */
function nextTimestamp(last: string | undefined, now: Date): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/.exec(last ?? '') ?? []
  const afterLast = year
    ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + 1000
    : 0
  const time = new Date(Math.max(now.getTime(), afterLast))
  return time.toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
