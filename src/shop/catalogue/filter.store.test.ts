import { afterEach, expect, test, vi } from 'vitest'
import { chooseFilter, refineFilter } from './filter.store.ts'

afterEach(() => vi.unstubAllGlobals())

test('rule 11.10: a filter leaves the cart in the history entry, where the browser has no other storage', () => {
  const steps: [how: string, state: unknown, url: string][] = []
  const step = (how: string) => (state: unknown, _: string, url: URL) =>
    steps.push([how, state, url.search])
  const state = { 'zulf:cart': 'two bottles' }
  vi.stubGlobal('location', { href: 'https://shop.example/products' })
  vi.stubGlobal('history', { state, pushState: step('push'), replaceState: step('replace') })
  refineFilter({ searchQuery: 'oil' })
  chooseFilter({ bestSeller: true })
  chooseFilter({ bestSeller: true })
  expect(steps).toEqual([
    ['replace', state, '?q=oil'],
    ['push', state, '?q=oil&bestSeller=true'],
  ])
})
