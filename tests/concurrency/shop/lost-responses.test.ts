/* A retry that arrives while the first request is not committed. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { openConnections } from '../backend.ts'

const { sql, connect, place, count } = openConnections()

test('D05 3 requests that end before the commit are each saved once by their retry', async () => {
  for (let nth = 1; nth <= 3; nth += 1) {
    const p = aNewOrder()
    const first = await placeWithoutCommit(p)
    const retry = place(p)
    await untilOneLockWaits()
    await sql('select pg_terminate_backend($1)', [first.pid])
    expect(await retry).toMatchObject({ status: 201, body: { replay: false } })
  }
  expect(await count('public.orders')).toBe(3)
  expect(await count('private.order_keys')).toBe(3)
})

test('D03 a retry that waits for the first request gets its order', async () => {
  for (let nth = 1; nth <= 2; nth += 1) {
    const p = aNewOrder()
    const first = await placeWithoutCommit(p)
    const retry = place(p)
    await untilOneLockWaits()
    await first.client.query('commit')
    await first.client.end()
    expect(await retry).toMatchObject({ status: 200, body: { replay: true } })
  }
  expect(await count('public.orders')).toBe(2)
})

/** Places an order as PostgREST does, without a commit. */
async function placeWithoutCommit(p: object): Promise<{ client: pg.Client; pid: number }> {
  const client = await connect()
  await client.query('begin')
  await client.query('set local role anon')
  const { rows } = await client.query(
    'select pg_backend_pid() as pid, public.place_order($1) as body',
    [p],
  )
  expect(rows[0]?.body).toMatchObject({ ok: true, replay: false })
  return { client, pid: rows[0]?.pid }
}

async function untilOneLockWaits(): Promise<void> {
  // Other test files have databases of their own on the same server, where requests wait too.
  const waiting = `pg_locks join pg_database as d on d.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(() => count(waiting), { interval: 5 }).toBe(1)
}
