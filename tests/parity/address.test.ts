/*
 * The browser's validation of an address against the database's, over random text. What the browser
 * sends is already clean, so it must be saved unchanged; a caller who sends what was typed must get the
 * same verdict.
 */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  addressProblems,
  cleanAddress,
  REQUIRED_FIELDS,
  type RequiredField,
  type ShippingAddress,
} from '#order/address/address.ts'
import { goodAddress } from '../support/address-cases.ts'
import { openDatabase } from '../support/database.ts'
import { aroundLength, nastyText } from '../support/nasty-text.ts'
import { inBatches, samples, seed } from '../support/random-run.ts'

const { sql } = openDatabase()

interface Typed {
  field: AddressField
  text: string
}

interface Disagreement {
  typed: string
  browser: string
  database: string | undefined
}

beforeEach(async () => {
  await sql(`
    create function pg_temp.verdict_on(field text, typed text) returns text
    language plpgsql as $$
    declare
      valid constant jsonb := '${JSON.stringify(goodAddress)}';
    begin
      return coalesce('stored ' || (
        select private.clean_address(
          case when required then valid else '{}' end || jsonb_build_object(listed.field, typed), required
        ) ->> listed.field
        from private.address_fields() as listed where listed.field = verdict_on.field
      ), 'blank');
    exception when sqlstate 'SHREF' then
      return 'refused ' || (sqlerrm::jsonb #>> '{body,code}');
    end $$`)
  await sql(`
    create function pg_temp.verdict_on_all(typed jsonb) returns jsonb
    language plpgsql as $$
    begin
      return jsonb_build_object('stored', private.clean_address(typed));
    exception when sqlstate 'SHREF' then
      return jsonb_build_object(
        'refused', sqlerrm::jsonb #>> '{body,code}', 'field', sqlerrm::jsonb #>> '{body,field}'
      );
    end $$`)
})

describe('1,500 fields of an address', { timeout: 300_000 }, () => {
  const fields = samples(fc.oneof(...ADDRESS_FIELDS.map(ofField)), 1500)

  test('E04 E15 as the browser sends them are stored to the letter, or refused with its code', async () => {
    const found = await disagreements(fields, ({ field, text }) => cleaned(field, text))
    expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
  })

  test('A79 A80 A81 A87 as they were typed get the same verdict', async () => {
    const known = await knownToBoth(fields.filter(({ text }) => isPostgresText(text)))
    expect(known.length).toBeGreaterThan(450)
    const found = await disagreements(known, ({ text }) => text)
    expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
  })
})

test('of several bad fields the database names the first that the browser marks', async () => {
  const anything = fc.record(
    Object.fromEntries(
      REQUIRED_FIELDS.map((field) => [field, fc.oneof(fc.constant(goodAddress[field]), nastyText)]),
    ) as Record<RequiredField, fc.Arbitrary<string>>,
  )
  const typed = samples(anything, 300)
  const rows = await sql<{ verdict: object }>(
    `select pg_temp.verdict_on_all(typed) as verdict
     from jsonb_array_elements($1::jsonb) with ordinality as given (typed, place) order by place`,
    [JSON.stringify(typed.map(cleanAddress))],
  )
  const database = rows.map(({ verdict }) => verdict)
  expect({ seed, database }).toEqual({ seed, database: typed.map(browserVerdictOnAll) })
})

test('rule 7.14: the fields that an order page calls hidden are those that the database masks', async () => {
  const [row] = await sql<{ masked: ShippingAddress }>(
    'select private.mask_address($1::jsonb) as masked',
    [JSON.stringify(goodAddress)],
  )
  const masked = REQUIRED_FIELDS.filter((field) => row?.masked[field] !== goodAddress[field])
  expect(masked).toEqual(REQUIRED_FIELDS.filter((field) => ADDRESS_TABLE[field].maskedAs))
})

test.each([
  ['half of a surrogate pair', 'Ali\uD83C', 'Ali\uFFFD'],
  ['NUL', 'Ali\0Khan', 'Ali Khan'],
])('A77 %s, which Postgres cannot save, is replaced before it is sent', async (_, typed, sent) => {
  await sql('savepoint raw')
  await expect(sql('select $1::jsonb #>> $2', [JSON.stringify(typed), '{}'])).rejects.toThrow()
  await sql('rollback to savepoint raw')
  expect(cleaned('fullName', typed)).toBe(sent)
  const [row] = await sql<{ verdict: string }>(
    `select pg_temp.verdict_on('fullName', $1::jsonb #>> '{}') as verdict`,
    [JSON.stringify(cleaned('fullName', typed))],
  )
  expect(row?.verdict).toBe(`stored ${sent}`)
})

function ofField(field: AddressField): fc.Arbitrary<Typed> {
  const numbers = fc
    .array(fc.constantFrom(...'0123456789۰۳۷٠٣٧０３７ -+()'), { maxLength: 20 })
    .map((characters) => characters.join(''))
  const { isCode, maxLength } = ADDRESS_TABLE[field]
  const text = aroundLength(maxLength)
  return (isCode ? fc.oneof(text, numbers) : text).map((typed) => ({ field, text: typed }))
}

/** The fields where browser and database decide differently. The database gets what `sent` makes of the text. */
async function disagreements(
  fields: Typed[],
  sent: (typed: Typed) => string,
): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for (const batch of inBatches(fields)) {
    const rows = await sql<{ verdict: string }>(
      `select pg_temp.verdict_on(field, typed) as verdict
       from unnest($1::text[], $2::text[]) with ordinality as given (field, typed, place)
       order by place`,
      [batch.map(({ field }) => field), batch.map(sent)],
    )
    for (const [place, typed] of batch.entries()) {
      const [browser, database] = [browserVerdict(typed), rows[place]?.verdict]
      if (browser !== database)
        found.push({ typed: `${typed.field}: ${asciiOf(typed.text)}`, browser, database })
    }
  }
  return found
}

function browserVerdict({ field, text }: Typed): string {
  const problem = addressProblems({ ...goodAddress, [field]: text })[field]
  if (problem) return `refused ${problem}`
  const saved = cleanAddress({ ...goodAddress, [field]: text })[field]
  return saved === undefined ? 'blank' : `stored ${saved}`
}

function browserVerdictOnAll(typed: ShippingAddress): object {
  const problems = addressProblems(typed)
  const field = REQUIRED_FIELDS.find((name) => problems[name])
  return field ? { refused: problems[field], field } : { stored: cleanAddress(typed) }
}

function cleaned(field: AddressField, text: string): string {
  return cleanAddress({ ...goodAddress, [field]: text })[field] ?? ''
}

function isPostgresText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Two years of Unicode may lie between the browser and Postgres, and the younger one knows accents of
 * which the other cannot tell where they belong.
 */
async function knownToBoth(fields: Typed[]): Promise<Typed[]> {
  const rows = await sql<{ is_known: boolean }>(
    `select unicode_assigned(typed) as is_known
     from unnest($1::text[]) with ordinality as given (typed, place) order by place`,
    [fields.map(({ text }) => text)],
  )
  return fields.filter(({ text }, place) => rows[place]?.is_known && !/\p{Unassigned}/u.test(text))
}

/** For the eye: most of it would not print. */
function asciiOf(text: string): string {
  return JSON.stringify(text.slice(0, 60)).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
