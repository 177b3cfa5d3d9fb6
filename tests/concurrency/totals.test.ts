/* The totals while many orders change, are folded and counted again. After each test they equal plain SQL. */
import type pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { computedCounts, savedCounts } from '#tests/support/order-counts.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openRealBackend, tally } from './real-backend.ts'

const { sql, connect, place, placeOrder, callAsAdmin, changeOrder, readDashboard, count } =
  openRealBackend()

test('rule 14.4: totals equal plain SQL in every snapshot while 32 writers and a fold are at work', async () => {
  const reader = await openConnection()
  const read = (statement: string) => reader.query(statement).then(({ rows }) => rows)
  let comparisons = 0
  const compare = async () => {
    await reader.query('begin isolation level repeatable read')
    expect(await savedCounts(read)).toEqual(await computedCounts(read))
    await reader.query('commit')
    comparisons += 1
  }
  const fold = async () => expect((await readDashboard()).status).toBe(200)

  const writers = concurrently(32, placeChangeAndDelete)
  await Promise.all([writers, until(writers, compare), until(writers, fold)])
  expect(comparisons).toBeGreaterThan(5)
  expect(await count('public.orders')).toBe(32 * 4)

  await readDashboard()
  const [days] = await sql(
    'select count(distinct (day, status))::integer as count from private.total_changes',
  )
  expect(await count('private.total_changes')).toBe(days?.['count'])
  expect(await count('private.customer_changes')).toBe(1)
})

describe('rule 19.7: while the transaction of an order stays open, 50 other customers', () => {
  test.each([
    ['places it', () => ['select public.place_order($1)', aNewOrder()] as const],
    [
      'changes it',
      async () => {
        const { id } = await placeOrder()
        return ["update public.orders set status = 'cancelled' where id = $1", id] as const
      },
    ],
  ])('place their orders, when it %s', async (_, prepare) => {
    const [statement, value] = await prepare()
    const open = await openConnection()
    await open.query('begin')
    await open.query(statement, [value])
    const responses = await concurrently(50, () => place(aNewOrder()))
    expect(tally(responses)).toEqual({ '201': 50 })
    expect(await stateOf(open)).toBe('idle in transaction')
    await open.query('commit')
  })
})

describe('a fold', () => {
  test('waits for no other fold', async () => {
    await concurrently(3, placeOrder)
    const open = await openConnection()
    await open.query('begin')
    await open.query('select private.fold_totals()')
    const other = await openConnection()
    await other.query("set lock_timeout = '5s'")
    await other.query('select private.fold_totals()')
    expect(await stateOf(open)).toBe('idle in transaction')
    await open.query('commit')
    expect(await count('private.total_changes')).toBe(1)
  })

  test('is left out in a snapshot that an earlier fold has overtaken', async () => {
    await concurrently(3, placeOrder)
    const open = await openConnection()
    await open.query('begin isolation level repeatable read')
    await open.query('select from public.orders')
    await sql('select private.fold_totals()')
    await open.query('select private.fold_totals()')
    await open.query('commit')
  })

  test('that ends during a recount leaves no sums to it', async () => {
    await concurrently(3, placeOrder)
    const open = await openConnection()
    await open.query('begin')
    await open.query('select private.fold_totals()')
    const recount = sql('select private.recount_orders()')
    await expect.poll(() => waitingStatements('recount_orders')).toBe(1)
    await open.query('commit')
    await recount
    expect(await sql('select orders::integer from private.status_totals')).toEqual([{ orders: 3 }])
  })

  test('never meets a TRUNCATE or a recount in a deadlock', async () => {
    const counted = concurrently(20, async (nth) => {
      await placeOrder()
      await sql(nth % 5 ? 'select private.recount_orders()' : 'truncate public.orders cascade')
    })
    await Promise.all([counted, until(counted, readDashboard)])
  })
})

/** Five orders of few customers, of which four are left. */
async function placeChangeAndDelete(writer: number): Promise<void> {
  const phone = `0300 100000${writer % 8}`
  const other = { ...goodAddress, fullName: 'Bushra Bibi', phone: `0300 100000${(writer + 3) % 8}` }
  for (let nth = 0; nth < 5; nth += 1) {
    const p = aNewOrder({ shippingAddress: { ...goodAddress, phone } })
    expect((await place(p)).status).toBe(201)
    if (nth === 4) await sql('delete from public.orders where id = $1', [p.id])
    else if (nth % 2) {
      const corrected = { id: p.id, version: 1, shippingAddress: other }
      expect((await callAsAdmin('admin_correct_order', corrected)).status).toBe(200)
    } else {
      const status = writer % 2 ? 'cancelled' : 'shipped'
      expect((await changeOrder(p.id, { status })).status).toBe(200)
    }
  }
}

/** Repeats some work until other work has ended. */
async function until(other: Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let hasEnded = false
  void other.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) await work()
}

/** Closed after the test, so that a test that fails leaves nothing locked. */
async function openConnection(): Promise<pg.Client> {
  const client = await connect()
  onTestFinished(() => client.end())
  return client
}

async function stateOf(client: pg.Client): Promise<unknown> {
  const { processID } = client as pg.Client & { processID: number }
  const [row] = await sql('select state from pg_stat_activity where pid = $1', [processID])
  return row?.['state']
}

async function waitingStatements(text: string): Promise<unknown> {
  const [row] = await sql(
    "select count(*)::integer from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0",
    [text],
  )
  return row?.['count']
}
