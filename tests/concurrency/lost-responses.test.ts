/* A first send that nobody knows the end of, and the retry that comes while it is still at work. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { openShop } from './real-shop.ts'

const { asAdmin, connect, call, count } = openShop()

test('D05 of 50 sends killed before they are committed every one is saved once by its retry', async () => {
  for (let nth = 1; nth <= 50; nth += 1) {
    const p = aNewOrder()
    const first = await sendWithoutEnd(p)
    const retry = retryOf(p, nth)
    await untilOneWaits()
    await asAdmin('select pg_terminate_backend($1)', [first.pid])
    expect(await retry).toMatchObject({ status: 201, body: { replay: false } })
  }
  expect(await count('public.orders')).toBe(50)
  expect(await count('private.order_keys')).toBe(50)
})

test('D03 a retry that overtakes its first send gets the order that this one makes', async () => {
  for (let nth = 1; nth <= 10; nth += 1) {
    const p = aNewOrder()
    const first = await sendWithoutEnd(p)
    const retry = retryOf(p, nth)
    await untilOneWaits()
    await first.client.query('commit')
    await first.client.end()
    expect(await retry).toMatchObject({ status: 200, body: { replay: true } })
  }
  expect(await count('public.orders')).toBe(10)
})

/** Places an order as PostgREST does, and does not commit. */
async function sendWithoutEnd(p: object): Promise<{ client: pg.Client; pid: number }> {
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

function retryOf(p: object, nth: number) {
  return call('place_order', { p }, `198.51.100.${nth}`)
}

async function untilOneWaits(): Promise<void> {
  await expect
    .poll(() => count("pg_locks where locktype = 'advisory' and not granted"), { interval: 5 })
    .toBe(1)
}
