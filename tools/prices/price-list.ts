/* Reads src/content/price-list.json as the rows that the database sells from. */
import { readFileSync } from 'node:fs'
import { PRICE_LIST_FILE, parsePriceList } from '#content-loader/price-problems.ts'
import { sizesOnSale } from '#product/on-sale.ts'
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
  return soldSizes(readFileSync(file, 'utf8'))
}

export function soldSizes(json: string): PricedSize[] {
  const { prices, problems } = parsePriceList(json)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  if (prices.length === 0)
    throw new UserError(`${PRICE_LIST_FILE}: no product is listed. Write one.`)
  return prices.flatMap(({ id, name, ...entry }) =>
    sizesOnSale(entry).map(({ label, price, discountPrice }) => ({
      id,
      name,
      label,
      price: discountPrice ?? price,
    })),
  )
}
