/* Validates the price list, and compares it with the files of the products. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PriceListEntry, pricedProductSchema } from '#product/price-list.schema.ts'
import type { LoadedFile } from './checked-files.ts'
import { type FieldProblem, inFile, type Problem } from './problem.ts'
import { schemaProblems } from './schema-problems.ts'

export const PRICE_LIST_FILE = 'src/content/price-list.json'

/** What is wrong between the price list and the files of the products. */
export function priceProblems(root: string, products: LoadedFile[]): Problem[] {
  const { prices, problems } = parsePriceList(readFileSync(join(root, PRICE_LIST_FILE), 'utf8'))
  if (problems.length > 0) return problems
  const unwritten = prices.filter(({ id }) => !products.some((product) => product.id === id))
  const unpriced = products.filter(({ id }) => !prices.some((priced) => priced.id === id))
  return inFile(PRICE_LIST_FILE, [
    ...unwritten.map(({ id }) => ({
      what: `"id" is ${id}, and there is no file src/content/products/${id}.md`,
      write: 'Write that file, or correct the id',
    })),
    ...unpriced.map(({ id, filePath }) => ({
      what: `"price" of ${id} is missing`,
      write: `Add the product with its id, name and sizes, or remove ${filePath}`,
    })),
  ])
}

/** Parses a price list. `prices` is empty where there are problems. */
export function parsePriceList(json: string): { prices: PriceListEntry[]; problems: Problem[] } {
  const list = parseList(json)
  if (!Array.isArray(list)) return { prices: [], problems: inFile(PRICE_LIST_FILE, [list]) }
  const problems = list.flatMap(entryProblems)
  const prices = list as PriceListEntry[]
  if (problems.length === 0) problems.push(...repeatedIds(prices), ...unknownUnits(prices))
  return {
    prices: problems.length === 0 ? prices : [],
    problems: inFile(PRICE_LIST_FILE, problems),
  }
}

function parseList(json: string): unknown[] | FieldProblem {
  try {
    const list: unknown = JSON.parse(json.replace(/^\uFEFF/, ''))
    if (Array.isArray(list) && list.length > 0) return list
    return Array.isArray(list)
      ? { what: 'no product is listed', write: 'Write one' }
      : { what: 'the file is not a list', write: 'Write the products between [ and ]' }
  } catch (error) {
    return {
      // It quotes the lines around the mistake.
      what: `the file is not JSON (${(error as Error).message.replace(/\s+/g, ' ')})`,
      write: 'Compare its commas, quotes and brackets with an older version',
    }
  }
}

function entryProblems(entry: unknown, index: number): FieldProblem[] {
  const { id } = (entry ?? {}) as { id?: unknown }
  const product = typeof id === 'string' ? id : `number ${index + 1}`
  return schemaProblems(pricedProductSchema, entry).map(({ what, write }) => ({
    what: `product ${product}: ${what}`,
    write,
  }))
}

function repeatedIds(prices: PriceListEntry[]): FieldProblem[] {
  const ids = prices.map(({ id }) => id)
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => ({
      what: `"id" ${id} stands there twice`,
      write: 'Remove one, or give it its own id',
    }))
}

/** Where `sameAs` names no size of another product. */
function unknownUnits(prices: PriceListEntry[]): FieldProblem[] {
  const isListed = (id: string, label: string) =>
    prices.some((entry) => entry.id === id && entry.sizes.some((size) => size.label === label))
  return prices.flatMap(({ id, sizes }) =>
    sizes.flatMap(({ sameAs }) =>
      sameAs && (sameAs.id === id || !isListed(sameAs.id, sameAs.size))
        ? {
            what: `product ${id}: "sameAs" is ${sameAs.size} of ${sameAs.id}, which is no size of another product`,
            write: 'Correct it, or remove the field',
          }
        : [],
    ),
  )
}
