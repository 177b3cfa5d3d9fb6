/*
 * The catalogue's filter: what it holds, which products pass, and how it is written as search params
 * and as a sentence. A product must pass all parts (docs/product.md, rules 1.10–1.15).
 */
import { formatMoney, toMinor } from '#kit/money.ts'
import type { QueryFormat } from '#kit/query-state.ts'
import { CATEGORIES, type Category } from '#product/category.ts'
import { lowestPrice } from '#product/price-list.ts'
import type { Product } from '#product/product.ts'
import { foldText, isFoundIn } from './search.ts'
import { DESCRIPTION } from './words.ts'

/** The boxes to tick, which are also parameters of the URL, and which products each of them finds. */
export const FLAGS = [
  { name: 'featured', label: 'Featured', finds: (product: Product) => product.featured },
  { name: 'bestSeller', label: 'Best Seller', finds: (product: Product) => product.bestSeller },
  { name: 'newArrival', label: 'New Arrival', finds: (product: Product) => product.newArrival },
] as const

type FlagName = (typeof FLAGS)[number]['name']

export interface Filter extends Record<FlagName, boolean> {
  category: Category | undefined
  /** Whole units, both ends included. */
  priceRange: readonly [lowest: number, highest: number]
  searchQuery: string
}

/** The facts of a product that a filter reads. */
export interface FilterFacts {
  /** Name, description and sizes, folded. */
  searchText: string
  category: string
  /** Minor units, of the cheapest size. */
  price: number
  /** The flags that the product has. */
  flags: readonly string[]
}

export const PRICE_LIMITS = [0, 4000] as const

export const MAX_QUERY_LENGTH = 100

export const NO_FILTER: Filter = {
  category: undefined,
  priceRange: PRICE_LIMITS,
  searchQuery: '',
  ...flagsThat(() => false),
}

/** Runs in the build only. A page gets the facts. */
export function filterFacts(product: Product): FilterFacts {
  const texts = [product.name, product.description, ...product.sizes.map(({ label }) => label)]
  return {
    searchText: texts.map(foldText).join('\n'),
    category: product.category,
    price: lowestPrice(product),
    flags: FLAGS.filter(({ finds }) => finds(product)).map(({ name }) => name),
  }
}

export function matches(product: FilterFacts, filter: Filter): boolean {
  const [lowest, highest] = filter.priceRange
  return (
    isFoundIn(product.searchText, filter.searchQuery) &&
    product.price >= toMinor(lowest) &&
    product.price <= toMinor(highest) &&
    (filter.category === undefined || product.category === filter.category) &&
    FLAGS.every(({ name }) => !filter[name] || product.flags.includes(name))
  )
}

/** The filter in the URL. */
export const filterFormat: QueryFormat<Filter> = {
  names: ['q', 'category', 'min', 'max', ...FLAGS.map(({ name }) => name)],

  /**
   * Ignores invalid params. Of several prices the narrowest counts: each end of the range has a slider and a number in
   * the form, and before hydration one of the two is unchanged.
   */
  parse(params) {
    const lowest = Math.max(PRICE_LIMITS[0], ...pricesIn(params, 'min'))
    const highest = Math.min(PRICE_LIMITS[1], ...pricesIn(params, 'max'))
    return {
      category: CATEGORIES.find((category) => category === params.get('category')),
      priceRange: lowest <= highest ? [lowest, highest] : PRICE_LIMITS,
      searchQuery: (params.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
      ...flagsThat((name) => params.get(name) === 'true'),
    }
  },

  format(filter) {
    const params = new URLSearchParams()
    const [lowest, highest] = filter.priceRange
    if (filter.searchQuery) params.set('q', filter.searchQuery)
    if (filter.category) params.set('category', filter.category)
    if (lowest !== PRICE_LIMITS[0]) params.set('min', String(lowest))
    if (highest !== PRICE_LIMITS[1]) params.set('max', String(highest))
    for (const { name } of FLAGS) if (filter[name]) params.set(name, 'true')
    return params
  },
}

/** The page's description, for people and for search engines. */
export function describeFilter(filter: Filter): string {
  const [lowest, highest] = filter.priceRange
  const isPriced = lowest !== PRICE_LIMITS[0] || highest !== PRICE_LIMITS[1]
  const parts = [
    filter.searchQuery.trim() && DESCRIPTION.matching(filter.searchQuery.trim()),
    filter.category && DESCRIPTION.category(filter.category),
    isPriced && DESCRIPTION.prices(formatMoney(toMinor(lowest)), formatMoney(toMinor(highest))),
    ...FLAGS.map(({ name, label }) => filter[name] && label),
  ].filter(Boolean)
  return parts.length === 0 ? DESCRIPTION.ofAll : DESCRIPTION.ofSome(parts.join(', '))
}

function flagsThat(isTicked: (name: FlagName) => boolean): Record<FlagName, boolean> {
  const flags = FLAGS.map(({ name }) => [name, isTicked(name)])
  return Object.fromEntries(flags) as Record<FlagName, boolean>
}

function pricesIn(params: URLSearchParams, name: string): number[] {
  return params
    .getAll(name)
    .filter((text) => /^\d{1,4}$/.test(text))
    .map(Number)
    .filter((price) => price >= PRICE_LIMITS[0] && price <= PRICE_LIMITS[1])
}
