/* Reads src/content/price-list.json as the rows that the database sells from. */
import { readFileSync } from 'node:fs'
import { PRICE_LIST_FILE, parsePriceList } from '#content-loader/price-problems.ts'

/** One row of private.catalogue_sizes. */
export interface SoldSize {
  id: string
  name: string
  label: string
  /** What a customer pays for one, in rupees. */
  price: number
}

/** User-fixable error; printed without a stack trace. */
export class PriceListError extends Error {
  override name = 'PriceListError'
}

/** Throws a PriceListError with a sentence for every mistake. */
export function readPriceList(file: string | URL): SoldSize[] {
  return soldSizes(readFileSync(file, 'utf8'))
}

export function soldSizes(json: string): SoldSize[] {
  const { prices, problems } = parsePriceList(json)
  if (problems.length > 0) throw new PriceListError(problems.join('\n'))
  if (prices.length === 0)
    throw new PriceListError(`${PRICE_LIST_FILE}: no product is listed. Write one.`)
  return prices.flatMap(({ id, name, sizes }) =>
    sizes.map(({ label, price, discountPrice }) => ({
      id,
      name,
      label,
      price: discountPrice ?? price,
    })),
  )
}
