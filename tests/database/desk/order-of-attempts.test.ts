/* Attempts to confirm an order, in every order of arrival. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admin, openDatabase } from '../../support/database.ts'
import { samples, seed } from '../../support/random-run.ts'

const { sql, queryAs, place, addOrders } = openDatabase()

// In whole seconds: Postgres prints a fraction without the zeros at its end.
const started = Math.floor(Date.now() / 1000) * 1000 - 60_000
/** Attempts of one order, one a second. */
const ONE_DAY = ['no_answer', 'hold', 'resume', 'no_answer', 'yes', 'reset', 'yes', 'tomorrow'].map(
  (act, nth) => ({
    attempt: `0000-4000-8000-00000000000${nth}`,
    act,
    at: new Date(started + nth * 1000).toISOString(),
    ...(act === 'hold' && { reason: 'address' }),
  }),
)
const AFTER_THAT_DAY = {
  state: 'confirmed',
  by: 'admin',
  reason: null,
  noAnswers: 2,
}

const SENT = 'unnest($1::jsonb[]) with ordinality as sent (p, nth)'
const ADD_BY_API = `
  select public.admin_act(jsonb_build_object(
    'request', p -> 'attempt', 'act', 'attempt', 'rows', jsonb_build_array(p - 'attempt')
  )) from ${SENT} order by nth`
const ADD_ROWS = `
  insert into private.confirmation_attempts (id, order_id, at, actor, act, reason)
  select (p ->> 'attempt')::uuid, p ->> 'id', (p ->> 'at')::timestamptz, 'admin', p ->> 'act', p ->> 'reason'
  from ${SENT} order by nth`

test('attempts decide by their time, in whatever order they arrive: 200 orders of arrival', async () => {
  await place()
  const arrivals = samples(fc.shuffledSubarray(ONE_DAY, { minLength: ONE_DAY.length }), 200)
  const ids = await addOrders(arrivals.length)
  const attempts = arrivals.map((arriving, nth) =>
    arriving.map((one) => ({
      ...one,
      id: ids[nth],
      attempt: `${String(nth).padStart(8, '0')}-${one.attempt}`,
    })),
  )
  // The API takes most of the time, and adds a row as it is. So it takes those of one order in ten.
  const [byApi, asRows] = [true, false].map((isOfApi) => [
    attempts
      .filter((_, nth) => (nth % 10 === 0) === isOfApi)
      .flat()
      .map((one) => JSON.stringify(one)),
  ])
  await queryAs(admin, ADD_BY_API, byApi)
  await sql(ADD_ROWS, asRows)

  const rows = await sql<{ is: unknown }>(
    'select private.confirmation_json(o) as is from public.orders as o where id = any ($1) order by id',
    [ids],
  )
  expect(rows).toHaveLength(arrivals.length)
  const found = rows.flatMap(({ is }, nth) =>
    isDeepStrictEqual(is, AFTER_THAT_DAY) ? [] : [{ arriving: arrivals[nth], is }],
  )
  expect({ seed, found: found.slice(0, 2) }).toEqual({ seed, found: [] })
})
