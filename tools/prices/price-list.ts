/* Reads src/content/price-list.json as the rows that the database sells from. */
import { readFileSync } from 'node:fs'
import { parsePriceList } from '#content-loader/price-problems.ts'
import { sentenceOf } from '#content-loader/problem.ts'
import { sizesOnSale } from '#product/on-sale.ts'
import type { PriceListEntry } from '#product/price-list.schema.ts'
import { UserError } from '../user-error.ts'

/** One row of private.catalogue_sizes. */
export interface PricedSize {
  id: string
  name: string
  label: string
  /** What a customer pays for one, in rupees. */
  price: number
}

/** What is on sale. Throws a UserError with a sentence for every mistake. */
export function readPriceList(file: string | URL): PricedSize[] {
  return soldSizes(parsedPrices(readFileSync(file, 'utf8')))
}

/** Throws a UserError with a sentence for every mistake. */
export function parsedPrices(json: string): PriceListEntry[] {
  const { prices, problems } = parsePriceList(json)
  if (problems.length > 0) throw new UserError(problems.map(sentenceOf).join('\n'))
  return prices
}

export function soldSizes(prices: readonly PriceListEntry[]): PricedSize[] {
  return prices.flatMap(({ id, name, ...entry }) =>
    sizesOnSale(entry).map(({ label, price, discountPrice }) => ({
      id,
      name,
      label,
      price: discountPrice ?? price,
    })),
  )
}
