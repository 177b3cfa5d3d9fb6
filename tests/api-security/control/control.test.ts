/*
 * The same cases against a store that guards nothing: a suite that stays green there proves nothing.
 * `npm test` tries two of each number; CONTROL=all (`npm run test:control`) tries every case, and
 * that those with a reason to pass do.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttackCase } from '../attack-case.ts'
import { subjects } from '../cases.ts'
import { judge } from '../check-case.ts'
import { openShop, type Shop } from '../shop.ts'
import { whyUnharmed } from './unharmed.ts'

const isWhole = process.env['CONTROL'] === 'all'
const MOST_OF_A_NUMBER = isWhole ? Number.POSITIVE_INFINITY : 2
const everyCase = subjects.flatMap(([, cases]) => cases)
const harmful = everyCase.filter(({ title }) => !whyUnharmed(title)).filter(fewOfEachNumber())
const unharmed = everyCase.filter(({ title }) => whyUnharmed(title))

let naive: Shop

beforeAll(async () => {
  naive = await openShop({ supabase: fileURLToPath(new URL('naive', import.meta.url)) })
})
afterAll(() => naive?.close())

test('more than a hundred cases can tell the two stores apart', () => {
  expect(harmful.length).toBeGreaterThanOrEqual(100)
})

describe('a store that guards nothing', () => {
  test.each(harmful)('is caught by $title', async (tried) => {
    await expect(judge(tried, naive)).rejects.toThrow()
  })
})

if (isWhole) {
  describe('what the schema has no part in', () => {
    test.each(unharmed)('$title', (tried) => judge(tried, naive))
  })
}

function fewOfEachNumber(): (tried: AttackCase) => boolean {
  const counts = new Map<string, number>()
  return ({ title }) => {
    const number = title.slice(0, title.indexOf(' '))
    const count = (counts.get(number) ?? 0) + 1
    counts.set(number, count)
    return count <= MOST_OF_A_NUMBER
  }
}
