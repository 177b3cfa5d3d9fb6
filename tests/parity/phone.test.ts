/* Phones that the browser takes for one number are one phone in the database. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCode } from '#kit/text.ts'
import { isPakistaniMobile, isPhone, isSamePhone } from '#order/phone.ts'
import { openDatabase } from '../support/database.ts'
import { phoneCases } from '../support/phone-cases.ts'
import { samples, seed } from '../support/random-run.ts'

const { sql } = openDatabase()

test.each(phoneCases)('$typed is one phone, and no other one', async ({ typed, key }) => {
  expect(new Set(await keysOf(typed))).toEqual(new Set([key]))
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

test('rule 4.5: 5,000 texts of digits, letters and signs are phones in both or in none', async () => {
  const part = fc.constantFrom(
    ...'+0+92 92 0092 3 30 301 1234567 765432 , . - ( ) O ہ Ｏ ext ۳ × ، ۔ 1 23'.split(' '),
  )
  const typed = samples(fc.array(part, { maxLength: 9 }), 5000).map((parts) =>
    cleanCode(parts.join('')),
  )
  const rows = await sql<{ is: boolean }>(
    `select private.is_phone(phone) as is from unnest($1::text[]) with ordinality as listed (phone, nth) order by nth`,
    [typed],
  )
  const found = typed.filter((phone, nth) => rows[nth]?.is !== isPhone(phone))
  expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
  expect(typed.filter(isPhone).length).toBeGreaterThan(250)
})

test('a phone without digits, or none at all, has an empty key', async () => {
  expect(await keysOf(['—', '', null])).toEqual(['', '', ''])
})

test('1,000 phones are mobiles of Pakistan, and the same phone, in both or in none', async () => {
  const prefix = fc.constantFrom('0', '+92 ', '92', '0092', '', '+1 ')
  const number = fc.integer({ min: 2_990_000_000, max: 3_999_999_999 })
  const phones = samples(fc.tuple(prefix, number), 1000).map((parts) => parts.join(''))
  const rows = await sql<{ marks: string[]; key: string }>(
    `select private.order_marks(jsonb_populate_record(null::public.orders, jsonb_build_object(
         'id', 'NONE', 'items', '[]'::jsonb, 'status', 'cancelled',
         'shipping_address', jsonb_build_object('phone', phone)))) as marks,
       private.phone_key(phone) as key
     from unnest($1::text[]) with ordinality as listed (phone, nth) order by nth`,
    [phones],
  )
  const found = rows.filter(({ marks, key }, nth) => {
    const phone = phones[nth] ?? ''
    return marks.includes('not_mobile') === isPakistaniMobile(phone) || !isSamePhone(phone, key)
  })
  expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
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
  const rows = await sql<{ key: string }>(
    `select private.phone_key(phone) as key
     from unnest($1::text[]) with ordinality as listed (phone, nth) order by nth`,
    [phones],
  )
  return rows.map(({ key }) => key)
}
