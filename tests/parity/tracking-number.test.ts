/* The database saves a tracking number as the admin page shows it, or refuses it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTrackingNumber, trackingNumberProblem } from '#admin/parcels/tracking-number.ts'
import { openDatabase } from '../support/database.ts'
import { nastyText } from '../support/nasty-text.ts'
import { samples, seed } from '../support/random-run.ts'

const { sql, place } = openDatabase()

const plain = fc
  .array(fc.constantFrom(...'TCS-0123456789۳ ./_-<\u200B\u00A0\u202E'), { maxLength: 70 })
  .map((characters) => characters.join(''))

test('C31 C32 a tracking number is saved as the page shows it, or refused', async () => {
  await place()
  await sql(`
    create function pg_temp.saved_of(typed text) returns text
    language plpgsql as $$
    declare saved text;
    begin
      select coalesce((private.read_booking(b, jsonb_build_object('trackingNumber', typed))).tracking_number, '')
      into saved from private.bookings as b;
      return saved;
    exception when sqlstate 'SHREF' then
      return null;
    end $$`)
  const typed = samples(fc.oneof(plain, nastyText), 500)
  // As the screen sends it: cleaned, and nothing for an empty field.
  const rows = await sql<{ saved: string | null }>(
    `select pg_temp.saved_of(nullif(typed, '')) as saved
     from unnest($1::text[]) with ordinality as given (typed, place) order by place`,
    [typed.map(cleanTrackingNumber)],
  )
  const saved = rows.map((row) => row.saved)
  expect({ seed, saved }).toEqual({ seed, saved: typed.map(savedOf) })
  expect(saved.filter(Boolean).length).toBeGreaterThan(30)
})

/** What the screen sends, or null where it says that the number is impossible. */
function savedOf(typed: string): string | null {
  return trackingNumberProblem(typed) ? null : cleanTrackingNumber(typed)
}
