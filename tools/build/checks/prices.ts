import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRICE_LIST_FILE, parsePriceList } from '#content-loader/price-problems.ts'
import { dearerSizes, removedSizes } from '../../prices/list-problems.ts'
import { stalePrices } from '../../prices/migration.ts'
import { soldSizes } from '../../prices/price-list.ts'
import type { Check } from './project.ts'

/** The price list, and whether the newest migration sets its prices: else the database would refuse every order. */
export const prices: Check = ({ root }) => {
  const { prices: entries, problems } = parsePriceList(
    readFileSync(join(root, PRICE_LIST_FILE), 'utf8'),
  )
  if (problems.length > 0) return problems
  const folder = join(root, 'supabase/migrations')
  const together = [...removedSizes(folder, entries), ...dearerSizes(entries)]
  if (together.length > 0) return together
  const sold = soldSizes(entries)
  const stale = stalePrices(folder, sold)
  if (!stale && sold.length > 0) return []
  if (!stale) return [{ file: PRICE_LIST_FILE, ...NOTHING_SOLD }]
  return [
    {
      file: PRICE_LIST_FILE,
      what: `the newest price migration (${stale}) does not set these prices`,
      write:
        'Run "npm run prices", or "npm run prices -- --push" for a hosted project, then build again',
    },
  ]
}

const NOTHING_SOLD = {
  what: 'nothing is on sale, so that the catalogue finds no product',
  write: 'To stop for a while, pause the shop in the admin instead',
  isWarning: true,
}
