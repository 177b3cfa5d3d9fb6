/*
 * The catalogue's filter: what it holds, which products pass, and how it is written as search params
 * and as a sentence. A product must pass all parts (docs/product.md, rules 1.10–1.15).
 */
import { formatMoney, toMinor } from '#kit/money.ts'
import { CATEGORIES, type Category } from '#product/category.ts'
import { DESCRIPTION, FLAG_LABELS } from './words.ts'

export const FLAGS = ['featured', 'bestSeller', 'newArrival'] as const

type Flags = Record<(typeof FLAGS)[number], boolean>

export interface Filter extends Flags {
  category: Category | undefined
  /** Whole units, both ends included. */
  priceRange: readonly [lowest: number, highest: number]
  searchQuery: string
}

/** What a filter looks at. */
export interface FilterFacts extends Flags {
  name: string
  description: string
  /** Their labels. */
  sizes: string[]
  category: string
  /** Minor units, of the cheapest size. */
  price: number
}

export const PRICE_LIMITS = [0, 4000] as const

export const NO_FILTER: Filter = {
  category: undefined,
  priceRange: PRICE_LIMITS,
  searchQuery: '',
  featured: false,
  bestSeller: false,
  newArrival: false,
}

/** The id of the form that the filter is chosen in. */
export const FORM_ID = 'filter'

export const MAX_QUERY_LENGTH = 100

export function matches(product: FilterFacts, filter: Filter): boolean {
  const [lowest, highest] = filter.priceRange
  return (
    matchesSearch(product, filter.searchQuery) &&
    product.price >= toMinor(lowest) &&
    product.price <= toMinor(highest) &&
    (filter.category === undefined || product.category === filter.category) &&
    FLAGS.every((flag) => !filter[flag] || product[flag])
  )
}

/** Only what differs from no filter is written. */
export function toSearchParams(filter: Filter): URLSearchParams {
  const params = new URLSearchParams()
  const [lowest, highest] = filter.priceRange
  if (filter.searchQuery) params.set('q', filter.searchQuery)
  if (filter.category) params.set('category', filter.category)
  if (lowest !== PRICE_LIMITS[0]) params.set('min', String(lowest))
  if (highest !== PRICE_LIMITS[1]) params.set('max', String(highest))
  for (const flag of FLAGS) if (filter[flag]) params.set(flag, 'true')
  return params
}

/**
 * Ignores invalid params. Of several prices the narrowest counts: each end of the range has a slider
 * and a number in the form, and before React one of the two is unchanged.
 */
export function fromSearchParams(params: URLSearchParams): Filter {
  const lowest = Math.max(PRICE_LIMITS[0], ...pricesIn(params, 'min'))
  const highest = Math.min(PRICE_LIMITS[1], ...pricesIn(params, 'max'))
  return {
    category: CATEGORIES.find((category) => category === params.get('category')),
    priceRange: lowest <= highest ? [lowest, highest] : PRICE_LIMITS,
    searchQuery: (params.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
    featured: params.get('featured') === 'true',
    bestSeller: params.get('bestSeller') === 'true',
    newArrival: params.get('newArrival') === 'true',
  }
}

/** The page's description, for people and for search engines. */
export function describeFilter(filter: Filter): string {
  const [lowest, highest] = filter.priceRange
  const isPriced = lowest !== PRICE_LIMITS[0] || highest !== PRICE_LIMITS[1]
  const parts = [
    filter.searchQuery.trim() && DESCRIPTION.matching(filter.searchQuery.trim()),
    filter.category && DESCRIPTION.category(filter.category),
    isPriced && DESCRIPTION.prices(formatMoney(toMinor(lowest)), formatMoney(toMinor(highest))),
    ...FLAGS.map((flag) => filter[flag] && FLAG_LABELS[flag]),
  ].filter(Boolean)
  return parts.length === 0 ? DESCRIPTION.ofAll : DESCRIPTION.ofSome(parts.join(', '))
}

function matchesSearch(product: FilterFacts, query: string): boolean {
  const wanted = forSearch(query)
  return [product.name, product.description, ...product.sizes].some((text) =>
    forSearch(text).includes(wanted),
  )
}

/** In any case, and without spaces: "100ml" is "100 ml". */
function forSearch(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}

function pricesIn(params: URLSearchParams, name: string): number[] {
  return params
    .getAll(name)
    .filter((text) => /^\d{1,4}$/.test(text))
    .map(Number)
    .filter((price) => price >= PRICE_LIMITS[0] && price <= PRICE_LIMITS[1])
}
