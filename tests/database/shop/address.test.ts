import { describe, expect, test } from 'vitest'
import { cleanCode, cleanText, foldDigits, isBlank } from '#kit/text.ts'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { addressCases, goodAddress } from '../../support/address-cases.ts'
import { openDatabase, refusal } from '../../support/database.ts'
import { inBatches } from '../../support/random-run.ts'

const { sql, place } = openDatabase()

describe('an address is validated as in the browser', () => {
  test.each(addressCases)('$label $field $typed', async ({ field, typed, outcome }) => {
    const shippingAddress = { ...goodAddress, [field]: typed }
    const { body } = await place(anOrderRequest({ shippingAddress }))
    if ('refused' in outcome) {
      expect(body).toEqual({ ok: false, code: outcome.refused, field })
    } else {
      expect(await sql('select shipping_address from public.orders')).toEqual([
        { shipping_address: { ...goodAddress, [field]: outcome.stored } },
      ])
    }
  })
})

test('a field of more than 1,000 characters is refused before it is cleaned', async () => {
  const shippingAddress = { ...goodAddress, address: `House${'\t'.repeat(994)}7` }
  const longer = { ...goodAddress, address: `House${'\t'.repeat(995)}7` }
  const p = anOrderRequest({ shippingAddress })
  expect(await place(p)).toMatchObject({ status: 201 })
  const refused = anOrderRequest({ id: 'TOOLONGX', shippingAddress: longer })
  expect(await place(refused)).toEqual(refusal(422, 'too_long', 'address'))
})

describe('every character is the same to the browser and to the database', () => {
  /** All but surrogates and NUL, which Postgres does not hold, in the planes that text comes from. */
  const characters = [
    ...numbers(1, 0xd7ff),
    ...numbers(0xe000, 0x1ffff),
    ...numbers(0xe0000, 0xe1fff),
  ]

  test.each([
    ['text', cleanText],
    ['code', cleanCode],
  ])('what cleaning a %s makes of it between two letters', async (kind, clean) => {
    // Many in each text: a statement of one is as slow.
    const each = characters.map((code) => `a${String.fromCodePoint(code)}b`)
    const typed = inBatches(each, 100).map((batch) => batch.join(''))
    const rows = await sql<{ cleaned: string }>(
      `select private.clean_${kind}(typed) as cleaned
       from unnest($1::text[]) with ordinality as listed (typed, place) order by place`,
      [typed],
    )
    expect(rows.map(({ cleaned }) => cleaned)).toEqual(typed.map(clean))
  })

  test('whether it can be seen', async () => {
    const rows = await sql<{ blank: boolean }>(
      `select private.is_blank(chr(code)) as blank
       from unnest($1::integer[]) with ordinality as listed (code, place) order by place`,
      [characters],
    )
    const different = characters.filter(
      (code, index) => isBlank(String.fromCodePoint(code)) !== rows[index]?.blank,
    )
    expect(different).toEqual([])
  })

  test('whether it is a digit', async () => {
    const all = characters.map((code) => String.fromCodePoint(code)).join('')
    const [row] = await sql<{ folded: string }>('select private.fold_digits($1) as folded', [all])
    expect(row?.folded === foldDigits(all)).toBe(true)
  })

  function numbers(first: number, last: number): number[] {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
})
