import { expect, test, vi } from 'vitest'
import { writeQuery } from './history.ts'

test('rule 11.10: another query leaves the cart in the history entry, where the browser has no other storage', () => {
  const steps: unknown[] = []
  const step =
    (how: string) =>
    (state: unknown, _: string, { search }: URL) =>
      steps.push([how, state, search])
  const state = { 'zulf:cart': 'two bottles' }
  vi.stubGlobal('location', { href: 'https://shop.example/products?q=oil' })
  vi.stubGlobal('history', { state, pushState: step('push'), replaceState: step('replace') })
  writeQuery(new URLSearchParams({ q: 'gift' }), 'replace')
  writeQuery(new URLSearchParams(), 'push')
  expect(steps).toEqual([
    ['replace', state, '?q=gift'],
    ['push', state, ''],
  ])
})
