/* The days that texts of `src/content` name in words. Elsewhere they are read from the settings. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DELIVERY_DAYS, HELP_DAYS } from '#config/delivery.ts'

const ROOT = join(import.meta.dirname, '../..')

test.each([
  ['an item is reported', /\b(?:tell us|report)\b[^.]* within (\w+) days\b/gi, HELP_DAYS],
  [
    'an order arrives',
    /\b(\w+) days (?:after|from the day of) (?:the|your) order\b/gi,
    DELIVERY_DAYS,
  ],
])('rules 7.11 and 9.9: each text has the days within which %s', (_, sentence, days) => {
  const found = globSync('src/content/**/*.md', { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(sentence)].map(([, named]) => [
      path,
      named,
    ]),
  )
  expect(found.length).toBeGreaterThan(2)
  expect(found).toEqual(found.map(([path]) => [path, String(days)]))
})
