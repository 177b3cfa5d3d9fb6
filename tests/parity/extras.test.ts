/* Extras of an order are cleaned and validated alike in the browser and in the database. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanExtras,
  EXTRA_FIELDS,
  EXTRAS_TABLE,
  type ExtraField,
  extrasProblems,
} from '#order/address/extras.ts'
import { openDatabase } from '../support/database.ts'
import { aroundLength, nastyText } from '../support/nasty-text.ts'
import { samples, seed } from '../support/random-run.ts'

const { sql } = openDatabase()

const phone = fc
  .array(fc.constantFrom(...'03 -+۰۳٣３'), { minLength: 8, maxLength: 18 })
  .map((characters) => characters.join(''))

test.each(EXTRA_FIELDS)('2,000 texts of %s get the same verdict', async (field) => {
  const { maxLength } = EXTRAS_TABLE[field]
  const typed = samples(fc.oneof(nastyText, aroundLength(maxLength), phone), 2000)
    // Postgres holds neither, and the browser sends neither.
    .map((text) => text.toWellFormed().replaceAll('\0', ' '))
    .filter((text) => text.length <= 1000)
  await sql(`
    create function pg_temp.verdict(field text, typed text, max_length integer) returns text
    language plpgsql as $$
    begin
      return coalesce('saved ' || private.clean_extra(field, to_jsonb(typed), max_length), 'blank');
    exception when sqlstate 'SHREF' then
      return 'refused ' || sqlerrm;
    end $$`)
  const rows = await sql<{ verdict: string }>(
    `select pg_temp.verdict($1, text, $3) as verdict
     from unnest($2::text[]) with ordinality as listed (text, nth) order by nth`,
    [field, typed, maxLength],
  )
  const found = rows
    .map(({ verdict }, nth) => ({
      typed: typed[nth],
      verdict,
      browser: browserVerdict(field, typed[nth]),
    }))
    .filter(({ verdict, browser }) => verdict !== browser)
  expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
})

test.each(EXTRA_FIELDS)('%s has the same limit in both', async (field) => {
  const text = field === 'secondPhone' ? '0300123456' : 'x'
  const extras = { [field]: text.padEnd(EXTRAS_TABLE[field].maxLength, '-') }
  expect(extrasProblems(extras)).toEqual({})
  expect(await sql('select * from private.clean_extras($1)', [extras])).toHaveLength(1)
  const long = { [field]: `${extras[field]}-` }
  expect(extrasProblems(long)).toEqual({ [field]: 'too_long' })
  await expect(sql('select * from private.clean_extras($1)', [long])).rejects.toThrow('too_long')
})

function browserVerdict(field: ExtraField, typed = ''): string {
  const problem = extrasProblems({ [field]: typed })[field]
  if (problem) return `refused ${problem}`
  const saved = cleanExtras({ [field]: typed })[field]
  return saved === undefined ? 'blank' : `saved ${saved}`
}
