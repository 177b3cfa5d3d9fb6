import { expect, test } from 'vitest'
import { lastChangeIn } from './sitemap.ts'

test.each([
  ['its date', '---\ndate: 2025-04-22\n---\ntext', '2025-04-22'],
  ['updated', '---\r\ndate: 2025-04-22\r\nupdated: 2025-05-01\r\n---\r\n', '2025-05-01'],
  ['a key in quotes', '---\n"date": 2025-04-22\n---\ntext', '2025-04-22'],
  ['a mark at the start', '\uFEFF---\ndate: 2025-04-22\n---\ntext', '2025-04-22'],
  ['a space after the line', '--- \ndate: 2025-04-22\n--- \ntext', '2025-04-22'],
  ['a line of the text', '---\ndate: 2025-04-22\n---\ndate: 2025-04-29', '2025-04-22'],
])('the day of an article with %s', (_, article, day) => {
  expect(lastChangeIn(article)).toBe(day)
})
