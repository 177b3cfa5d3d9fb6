/* Reads and validates src/content/price-list.json. */
import { readFileSync } from 'node:fs'

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

export const PRICE_LIST = 'src/content/price-list.json'

/** The check constraint of private.catalogue_sizes.unit_price. */
const MAX_PRICE = 500_000

/** Throws a PriceListError with a sentence for every mistake. */
export function readPriceList(file: string | URL): SoldSize[] {
  return parsePriceList(readFileSync(file, 'utf8'))
}

export function parsePriceList(json: string): SoldSize[] {
  const problems: string[] = []
  const products = parseJson(json)
  if (!Array.isArray(products) || products.length === 0) {
    throw new PriceListError(`${PRICE_LIST}: it must be a list with at least one product.`)
  }
  const ids = products.map((product) => (isRecord(product) ? product['id'] : undefined))
  for (const id of duplicates(ids)) problems.push(`two products have the id "${id}"`)
  const sizes = products.flatMap((product, nth) => parseProduct(product, nth, problems))
  if (problems.length === 0) return sizes
  throw new PriceListError(problems.map((problem) => `${PRICE_LIST}: ${problem}.`).join('\n'))
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new PriceListError(`${PRICE_LIST} is not valid JSON: ${(error as Error).message}`)
  }
}

function parseProduct(product: unknown, nth: number, problems: string[]): SoldSize[] {
  if (!isRecord(product)) {
    problems.push(`product ${nth + 1} must be an object with id, name and sizes`)
    return []
  }
  const { id, name, sizes, ...unknown } = product
  const where = isText(id) ? id : `product ${nth + 1}`
  if (!isText(id) || !/^[a-z0-9-]+$/.test(id)) {
    problems.push(`${where}: id must be small letters, digits and hyphens`)
  }
  if (!isText(name)) problems.push(`${where}: name is missing`)
  for (const key of Object.keys(unknown)) problems.push(`${where}: "${key}" is not known`)
  if (!Array.isArray(sizes) || sizes.length === 0) {
    problems.push(`${where}: sizes must be a list with at least one size`)
    return []
  }
  const labels = sizes.map((size) => (isRecord(size) ? size['label'] : undefined))
  for (const label of duplicates(labels))
    problems.push(`${where}: the size "${label}" is there twice`)
  return sizes.map((size, place) => {
    const { label, price } = parseSize(size, `${where}, size ${place + 1}`, where, problems)
    return { id: String(id), name: String(name), label, price }
  })
}

function parseSize(size: unknown, position: string, product: string, problems: string[]) {
  if (!isRecord(size)) {
    problems.push(`${position} must be an object with label and price`)
    return { label: '', price: 0 }
  }
  const { label, price, discountPrice, ...unknown } = size
  const where = isText(label) ? `${product}, ${label}` : position
  if (!isText(label)) problems.push(`${where}: label is missing`)
  for (const key of Object.keys(unknown)) problems.push(`${where}: "${key}" is not known`)
  const problem =
    priceProblem('price', price) ??
    (discountPrice === undefined ? undefined : priceProblem('discountPrice', discountPrice)) ??
    (Number(discountPrice) > Number(price)
      ? `discountPrice ${discountPrice} is above the price ${price}`
      : undefined)
  if (problem) problems.push(`${where}: ${problem}`)
  return { label: String(label), price: Number(discountPrice ?? price) }
}

function priceProblem(name: string, price: unknown): string | undefined {
  if (price === undefined) return `${name} is missing`
  if (typeof price !== 'number' || !Number.isFinite(price)) {
    return `${name} must be a number such as 799, not ${JSON.stringify(price)}`
  }
  if (price <= 0) return `${name} must be above 0, not ${price}`
  if (price > MAX_PRICE) return `${name} must be at most ${MAX_PRICE}, not ${price}`
  if (Number(price.toFixed(2)) !== price) return `${name} has more than two decimals: ${price}`
  return undefined
}

function duplicates(values: unknown[]): Set<unknown> {
  return new Set(values.filter((value, nth) => isText(value) && values.indexOf(value) !== nth))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
