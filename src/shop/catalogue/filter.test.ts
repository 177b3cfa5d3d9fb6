import { describe, expect, it } from 'vitest'
import { aProduct } from '#tests/support/product-factory.ts'
import {
  describeFilter,
  type Filter,
  filterFacts,
  filterFormat,
  matches,
  NO_FILTER,
} from './filter.ts'
import { countSentence } from './words.ts'

const bottle = filterFacts(
  aProduct({
    name: 'Herbal Hair Oil, Pair',
    description: 'One oil, made the slow way.',
    sizes: [{ label: '2 x 100ml', price: 159_900, discountPrice: 79_900 }],
    bestSeller: true,
  }),
)

function aFilter(change: Partial<Filter>): Filter {
  return { ...NO_FILTER, ...change }
}

function read(query: string): Filter {
  return filterFormat.parse(new URLSearchParams(query))
}

describe('a product passes', () => {
  it.each([
    ['no filter', {}],
    ['its category', { category: 'Hair Oil' }],
    ['a search in its name, in any case and with spaces around', { searchQuery: '  HERBAL ' }],
    ['a search in its description', { searchQuery: 'slow' }],
    ['a search for its size, in any case', { searchQuery: '2 X 100' }],
    ['a search with more spaces than its name has', { searchQuery: 'hair  oil' }],
    ['full-width letters and digits', { searchQuery: 'ＯＩＬ，\u3000Ｐａｉｒ' }],
    ['the word for oil in Urdu', { searchQuery: 'تیل' }],
    ['the same typed on an Arabic keyboard', { searchQuery: 'تيل' }],
    ['the word for hair in Urdu', { searchQuery: 'بالوں' }],
    ['both, with what stands between them', { searchQuery: 'بالوں کا تیل' }],
    ['the words as they are written in Latin letters', { searchQuery: 'Baal ka tel' }],
    ['a word of Urdu beside one of its own', { searchQuery: 'pair tel' }],
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
    ['letters of two words without the space between them', { searchQuery: 'iroil' }],
    ['the end of its name with the start of its description', { searchQuery: 'pair one' }],
    ['a word of Urdu beside one that it does not have', { searchQuery: 'comb tel' }],
    ['words that stand between others alone', { searchQuery: 'کا' }],
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
    expect(filterFormat.format(NO_FILTER).toString()).toBe('')
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
    expect(filterFormat.parse(filterFormat.format(filter))).toEqual(filter)
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
