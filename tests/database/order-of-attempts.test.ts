/* Attempts to confirm an order, in every order of arrival. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { admin, openDatabase } from '../support/database.ts'
import { samples, seed } from '../support/random-run.ts'

const { sql, queryAs, place } = openDatabase()

const { id } = anOrderRequest()
const started = Date.now() - 60_000
/** Attempts of one order, one a second; the last two were made at the same time. */
const ONE_DAY = ['no_answer', 'hold', 'resume', 'no_answer', 'yes', 'reset', 'yes', 'tomorrow'].map(
  (act, nth) => ({
    id,
    attempt: `00000000-0000-4000-8000-00000000000${nth}`,
    act,
    at: new Date(started + Math.min(nth, 6) * 1000).toISOString(),
    ...(act === 'hold' && { reason: 'address' }),
  }),
)
const LAST_AT = new Date(started + 6000).toISOString()
const AFTER_THAT_DAY = {
  state: 'confirmed',
  at: LAST_AT.replace('Z', '+00:00'),
  by: 'admin',
  reason: null,
  text: null,
  noAnswers: 2,
  lastAct: 'tomorrow',
  lastAt: LAST_AT.replace('Z', '+00:00'),
}

const SENT = 'unnest($1::jsonb[]) with ordinality as sent (p, nth)'
const ADD_BY_API = `select public.admin_add_attempt(p) from ${SENT} order by nth`
const ADD_ROWS = `
  insert into private.confirmation_attempts (id, order_id, at, actor, act, reason)
  select (p ->> 'attempt')::uuid, p ->> 'id', (p ->> 'at')::timestamptz, 'admin', p ->> 'act', p ->> 'reason'
  from ${SENT} order by nth`

test('attempts decide by their time, in whatever order they arrive: 1,000 orders of arrival', async () => {
  await place()
  const whole = fc.shuffledSubarray(ONE_DAY, { minLength: ONE_DAY.length })
  const found = []
  for (const [nth, arriving] of samples(whole, 1000).entries()) {
    // Rows that are only deleted would be read again by each later round.
    await sql('truncate private.confirmation_attempts')
    // The API takes most of the time, and adds a row as it is.
    const texts = [arriving.map((one) => JSON.stringify(one))]
    if (nth % 50 === 0) await queryAs(admin, ADD_BY_API, texts)
    else await sql(ADD_ROWS, texts)
    const rows = await sql('select private.confirmation_json(o) as is from public.orders as o')
    if (!isDeepStrictEqual(rows, [{ is: AFTER_THAT_DAY }])) found.push({ arriving, rows })
  }
  expect({ seed, found: found.slice(0, 2) }).toEqual({ seed, found: [] })
})
