/* Validates the price list, and compares it with the files of the products. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PriceListEntry, pricedProductSchema } from '#product/price-list.schema.ts'
import type { LoadedFile } from './checked-files.ts'
import { schemaProblems } from './schema-problems.ts'

export const PRICE_LIST_FILE = 'src/content/price-list.json'

/** One sentence per problem, each beginning with the name of a file. */
export function priceProblems(root: string, products: LoadedFile[]): string[] {
  const { prices, problems } = parsePriceList(readFileSync(join(root, PRICE_LIST_FILE), 'utf8'))
  if (problems.length > 0) return problems
  return [
    ...prices
      .filter(({ id }) => !products.some((product) => product.id === id))
      .map(
        ({ id }) =>
          `${PRICE_LIST_FILE}: "id" is ${id}, and there is no file src/content/products/${id}.md. Write that file, or correct the id.`,
      ),
    ...products
      .filter(({ id }) => !prices.some((priced) => priced.id === id))
      .map(
        ({ id, filePath }) =>
          `${PRICE_LIST_FILE}: "price" of ${id} is missing. Add the product with its id, name and sizes, or remove ${filePath}.`,
      ),
  ]
}

/** Parses a price list. `prices` is empty where there are problems. */
export function parsePriceList(json: string): { prices: PriceListEntry[]; problems: string[] } {
  const list = parseList(json)
  if (typeof list === 'string') return { prices: [], problems: [`${PRICE_LIST_FILE}: ${list}`] }
  const problems = list.flatMap((entry, index) => entryProblems(entry, index))
  if (problems.length > 0) return { prices: [], problems }
  const prices = list as PriceListEntry[]
  const together = [...repeatedIds(prices), ...unknownUnits(prices)]
  return together.length > 0 ? { prices: [], problems: together } : { prices, problems: [] }
}

function parseList(json: string): unknown[] | string {
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list)
      ? list
      : 'the file is not a list. Write the products between [ and ].'
  } catch (error) {
    return `the file is not JSON (${(error as Error).message}). Compare its commas, quotes and brackets with an older version.`
  }
}

function entryProblems(entry: unknown, index: number): string[] {
  const { id } = (entry ?? {}) as { id?: unknown }
  const product = typeof id === 'string' ? id : `number ${index + 1}`
  return schemaProblems(pricedProductSchema, entry).map(
    (problem) => `${PRICE_LIST_FILE}: product ${product}: ${problem}`,
  )
}

function repeatedIds(prices: PriceListEntry[]): string[] {
  const ids = prices.map(({ id }) => id)
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map(
      (id) =>
        `${PRICE_LIST_FILE}: "id" ${id} stands there twice. Remove one, or give it its own id.`,
    )
}

/** Of `sameAs`, which names a size of another product. */
function unknownUnits(prices: PriceListEntry[]): string[] {
  const isListed = (id: string, label: string) =>
    prices.some((entry) => entry.id === id && entry.sizes.some((size) => size.label === label))
  return prices.flatMap(({ id, sizes }) =>
    sizes.flatMap(({ sameAs }) =>
      sameAs && (sameAs.id === id || !isListed(sameAs.id, sameAs.size))
        ? `${PRICE_LIST_FILE}: product ${id}: "sameAs" is ${sameAs.size} of ${sameAs.id}, which is no size of another product. Correct it, or remove the field.`
        : [],
    ),
  )
}
