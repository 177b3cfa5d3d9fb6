/* Phones that the browser takes for one number are one phone in the database. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internationalDigits } from '#features/orders/phone.ts'
import { openDatabase } from '../support/database.ts'
import { phoneCases } from '../support/phone-cases.ts'
import { samples, seed } from '../support/random-run.ts'

const { asAdmin } = openDatabase()

test.each(phoneCases)('$typed is one phone, and no other one', async ({ typed, key }) => {
  expect(new Set(await keysOf(typed))).toEqual(new Set([key]))
  expect(new Set(typed.map(internationalDigits)).size).toBe(1)
  const others = phoneCases.filter((other) => other.key !== key).flatMap((other) => other.typed)
  expect(await keysOf(others)).not.toContain(key)
})

test('3,000 national numbers have one key, with and without a country code', async () => {
  const numbers = samples(fc.integer({ min: 100_000_000, max: 9_999_999_999 }), 3000)
  const found = []
  for (const [national, keys] of await keysByNumber(numbers)) {
    if (keys.some((key) => key !== national)) found.push({ national, keys })
  }
  expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
})

test('a phone without digits, or none at all, has an empty key', async () => {
  expect(await keysOf(['—', '', null])).toEqual(['', '', ''])
})

async function keysByNumber(numbers: number[]): Promise<[national: string, keys: string[]][]> {
  const written = numbers.map((number) => [
    `0${number}`,
    `+92 ${number}`,
    `+92 (0)${number}`,
    `0092-${number}`,
    `92${number}`,
  ])
  const keys = await keysOf(written.flat())
  return numbers.map((number, nth) => [String(number), keys.slice(nth * 5, nth * 5 + 5)])
}

async function keysOf(phones: (string | null)[]): Promise<string[]> {
  const rows = await asAdmin<{ key: string }>(
    `select private.phone_key(phone) as key
     from unnest($1::text[]) with ordinality as listed (phone, nth) order by nth`,
    [phones],
  )
  return rows.map(({ key }) => key)
}
