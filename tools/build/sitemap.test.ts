import { expect, test } from 'vitest'
import { lastChangeIn } from './sitemap.ts'

test('an article changed last on the day it was updated, else on its date', () => {
  expect(lastChangeIn('---\ndate: 2025-04-22\n---\ntext')).toBe('2025-04-22')
  expect(lastChangeIn('---\r\ndate: 2025-04-22\r\nupdated: 2025-05-01\r\n---\r\n')).toBe(
    '2025-05-01',
  )
})

test('only the first lines count', () => {
  expect(() => lastChangeIn('---\ntitle: A\n---\ndate: 2025-04-22')).toThrow('no date')
})
