/* Many looks at orders at once: the limit is exact, and says nothing about what it hides. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { atOnce, openShop, tally } from './real-shop.ts'

const { asOwner, send, call, count, limited } = openShop()

const abuser = '203.0.113.7'
const mine = aNewOrder()
const unknownId = (nth: number) => `MISS${String(nth).padStart(4, '0')}`

const placeMine = () => call('place_order', { p: mine })

beforeEach(async () => {
  await placeMine()
})

describe.each([
  ['get_order', 10_000],
  ['track_order', 500],
])('%s', (name, looks) => {
  test(
    'G06 of 100 wrong guesses at once from one address exactly 20 are answered',
    limited(async () => {
      const answers = await guess(name, 100)
      expect(tally(answers)).toEqual({ '200 not_found': 20, '429 rate_limited': 80 })
    }),
  )

  test(
    'G13 behind an address that guessed too often, the token still opens its order',
    limited(async () => {
      await guess(name, 60)
      const holders = await atOnce(30, () =>
        call(name, { p_id: mine.id, p_token: mine.token }, abuser),
      )
      expect(tally(holders)).toEqual({ '200': 30 })
      const others = await atOnce(30, () => call(name, { p_id: mine.id }, abuser))
      expect(tally(others)).toEqual({ '429 rate_limited': 30 })
      expect(tally([await call(name, { p_id: mine.id }, '203.0.113.8')])).toEqual({ '200': 1 })
    }, placeMine),
  )

  test(`G07 ${looks} looks by GET get one status and one body, and are counted nowhere`, async () => {
    const seen = new Set<string>()
    for (let asked = 0; asked < looks; asked += 100) {
      const answers = await atOnce(100, (nth) => {
        const id = nth % 2 ? mine.id : unknownId(asked + nth)
        const token = nth % 4 === 1 ? `&p_token=${mine.token}` : ''
        return send({ method: 'GET', path: `/rpc/${name}?p_id=${id}${token}`, from: abuser })
      })
      for (const { status, body } of answers) seen.add(JSON.stringify({ status, body }))
    }
    expect([...seen]).toEqual([
      JSON.stringify({ status: 429, body: { ok: false, code: 'rate_limited' } }),
    ])
    expect(await count("private.limit_buckets where name like 'miss %'")).toBe(0)
  })
})

test('G11 a million old counts keep nobody waiting, and all go at once', async ({ annotate }) => {
  await fill()
  const before = await readRows()
  await call('place_order', { p: aNewOrder() })
  // The server tells of what it read a moment later.
  await expect.poll(async () => (await readRows()) - before).toBeGreaterThan(0)
  expect((await readRows()) - before).toBeLessThan(50)
  expect(await count("private.limit_buckets where name like 'old %'")).toBe(999_995)

  const started = performance.now()
  await asOwner('select private.forget_buckets()')
  const milliseconds = performance.now() - started
  await annotate(`${Math.round(milliseconds)} ms`)
  expect(await asOwner('select hits from private.limit_buckets')).toEqual([{ hits: 2 }])
})

/** Its indexes are made anew afterwards: row by row they take ten times as long. */
async function fill(): Promise<void> {
  await asOwner(`
    do $fill$
    declare
      definitions text[] := array(
        select indexdef from pg_indexes where tablename = 'limit_buckets' and indexname not like '%pkey'
      );
      definition text;
    begin
      alter table private.limit_buckets drop constraint limit_buckets_pkey;
      drop index private.limit_buckets_opened_at_idx;
      insert into private.limit_buckets (name, opened_at, hits)
      select 'old ' || nth, now() - interval '25 hours', 1 from generate_series(1, 1000000) as nth;
      alter table private.limit_buckets add primary key (name, opened_at);
      foreach definition in array definitions loop
        execute definition;
      end loop;
    end
    $fill$
  `)
  await asOwner('analyze private.limit_buckets')
}

async function readRows(): Promise<number> {
  const [row] = await asOwner<{ rows: number }>(`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_user_tables where relname = 'limit_buckets'
  `)
  return row?.rows ?? Number.NaN
}

function guess(name: string, times: number) {
  return atOnce(times, (nth) => call(name, { p_id: unknownId(nth) }, abuser))
}
