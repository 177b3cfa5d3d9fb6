/* What is wrong with a valid price list beside the prices of before, and within itself. */

import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { type FieldProblem, inFile, type Problem } from '#content-loader/problem.ts'
import type { PriceListEntry } from '#product/price-list.schema.ts'
import { sizesOfMigrations } from './migration.ts'
import { soldSizes } from './price-list.ts'

/** Sizes that were sold and that the list does not name: saved carts, links and orders do. */
export function removedSizes(folder: string, prices: readonly PriceListEntry[]): Problem[] {
  const removed = sizesOfMigrations(folder).filter(({ id, label }) => {
    const entry = prices.find((candidate) => candidate.id === id)
    return !entry?.sizes.some((size) => size.label === label)
  })
  return inFile(
    PRICE_LIST_FILE,
    removed.map(({ id, label, migration }) => ({
      what: `"${label}" of ${id} was sold until now (supabase/migrations/${migration})`,
      write:
        'Keep it beside the new one, with "onSale": false, so that carts, links and orders find it',
    })),
  )
}

/** Sizes that cost more than the units that they are the same as. */
export function dearerSizes(prices: readonly PriceListEntry[]): Problem[] {
  const sold = soldSizes(prices)
  const priceOf = (id: string, label: string) =>
    sold.find((size) => size.id === id && size.label === label)?.price
  const problems = prices.flatMap(({ id, sizes }) =>
    sizes.flatMap(({ label, sameAs }): FieldProblem[] => {
      if (!sameAs) return []
      const [price, unit] = [priceOf(id, label), priceOf(sameAs.id, sameAs.size)]
      if (price === undefined || unit === undefined || price <= sameAs.quantity * unit) return []
      return [
        {
          what: `product ${id}: "${label}" costs ${price.toFixed(2)}, more than ${sameAs.quantity} times ${sameAs.size} of ${sameAs.id} at ${unit.toFixed(2)}`,
          write: 'Write a lower price, or remove "sameAs"',
        },
      ]
    }),
  )
  return inFile(PRICE_LIST_FILE, problems)
}
