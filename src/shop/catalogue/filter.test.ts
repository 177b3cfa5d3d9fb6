import { describe, expect, it } from 'vitest'
import {
  describeFilter,
  type Filter,
  type FilterFacts,
  fromSearchParams,
  matches,
  NO_FILTER,
  toSearchParams,
} from './filter.ts'
import { countSentence } from './words.ts'

const bottle: FilterFacts = {
  name: 'Herbal Hair Oil',
  description: 'One oil, made the slow way.',
  sizes: ['2 x 100ml'],
  category: 'Hair Oil',
  price: 79900,
  featured: false,
  bestSeller: true,
  newArrival: false,
}

function aFilter(change: Partial<Filter>): Filter {
  return { ...NO_FILTER, ...change }
}

function read(query: string): Filter {
  return fromSearchParams(new URLSearchParams(query))
}

describe('a product passes', () => {
  it.each([
    ['no filter', {}],
    ['its category', { category: 'Hair Oil' }],
    ['a search in its name, in any case and with spaces around', { searchQuery: '  HERBAL ' }],
    ['a search in its description', { searchQuery: 'slow' }],
    ['a search for its size, with and without a space', { searchQuery: '100 ML' }],
    ['a search with more spaces than its name has', { searchQuery: 'hair  oil' }],
    ['a range that ends at its price', { priceRange: [0, 799] }],
    ['a range that begins at its price', { priceRange: [799, 4000] }],
    ['a flag it has', { bestSeller: true }],
  ] as const)('%s', (_, change) => {
    expect(matches(bottle, aFilter(change))).toBe(true)
  })
})

describe('a product is left out by', () => {
  it.each([
    ['a search it does not match', { searchQuery: 'comb' }],
    ['a range below its price', { priceRange: [0, 798] }],
    ['a range above its price', { priceRange: [800, 4000] }],
    ['a flag it lacks', { featured: true }],
    ['one part that fails among others that hold', { bestSeller: true, newArrival: true }],
  ] as const)('%s', (_, change) => {
    expect(matches(bottle, aFilter(change))).toBe(false)
  })

  it('another category', () => {
    expect(matches({ ...bottle, category: 'Comb' }, aFilter({ category: 'Hair Oil' }))).toBe(false)
  })
})

describe('the query', () => {
  it('is empty for no filter', () => {
    expect(toSearchParams(NO_FILTER).toString()).toBe('')
  })

  it('gives back every filter it was made from', () => {
    const filter = aFilter({
      category: 'Hair Oil',
      priceRange: [500, 1500],
      searchQuery: 'a & b=<i>',
      featured: true,
      bestSeller: true,
      newArrival: true,
    })
    expect(fromSearchParams(toSearchParams(filter))).toEqual(filter)
  })

  it.each([
    'category=__proto__',
    'category=constructor&featured=yes&bestSeller=1',
    '__proto__=true&prototype=x',
    'min=-1&max=4001',
    'min=1e3',
    'min=12.5',
    'max=0x10',
    'max=',
    'min=3000&max=1000',
  ])('says nothing with %s', (query) => {
    expect(read(query)).toEqual(NO_FILTER)
  })

  it('keeps what makes sense beside what does not', () => {
    expect(read('category=nowhere&max=2000&q=gift')).toEqual(
      aFilter({ priceRange: [0, 2000], searchQuery: 'gift' }),
    )
  })

  it('takes the narrowest of several prices: a slider and a number send one each', () => {
    const { priceRange } = read('min=0&min=800&max=2000&max=4000')
    expect(priceRange).toEqual([800, 2000])
  })

  it('brings at most a hundred letters of search', () => {
    expect(read(`q=${'a'.repeat(500)}`).searchQuery).toHaveLength(100)
  })
})

describe('the description', () => {
  it('of no filter is about the shop', () => {
    expect(describeFilter(NO_FILTER)).toContain('seven plants')
  })

  it('names every active part', () => {
    const filter = aFilter({ searchQuery: 'gift', priceRange: [0, 2000], bestSeller: true })
    expect(describeFilter(filter)).toBe(
      'Herbal hair oil: matching “gift”, from 0.00 to 2000.00, Best Seller.',
    )
  })
})

it('one product is counted in the singular', () => {
  expect([0, 1, 3].map(countSentence)).toEqual([
    '0 products found',
    '1 product found',
    '3 products found',
  ])
})
