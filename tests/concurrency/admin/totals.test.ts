/* The totals while many orders change, are folded and counted again. After each test they equal plain SQL. */
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { computedCounts, savedCounts } from '#tests/support/order-counts.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, connect, inOpenTransaction, place, placeOrder, bookOrder, readDashboard, count, act } =
  openConnections()

test('rule 14.4: totals equal plain SQL in every snapshot while 32 writers and a fold are at work', async () => {
  const reader = await connect()
  const read = (statement: string) => reader.query(statement).then(({ rows }) => rows)
  let missing = 3
  const compare = async () => {
    await reader.query('begin isolation level repeatable read')
    expect(await savedCounts(read)).toEqual(await computedCounts(read))
    await reader.query('commit')
    missing -= 1
  }
  const fold = async () => expect((await readDashboard()).status).toBe(200)
  let rounds = 0
  // They go on until enough snapshots were compared, however long one takes.
  const write = async () => {
    do {
      rounds += 1
      await concurrently(32, placeChangeAndDelete)
    } while (missing > 0)
  }

  const writers = write()
  try {
    await Promise.all([writers, until(writers, compare), until(writers, fold)])
  } finally {
    // Ends the writers also where a comparison failed.
    missing = 0
    await writers.catch(() => {})
    await reader.end()
  }
  expect(await count('public.orders')).toBe(rounds * 32 * 4)

  await readDashboard()
  const [days] = await sql(
    'select count(distinct (day, status))::integer as count from private.total_changes',
  )
  expect(await count('private.total_changes')).toBe(days?.['count'])
  expect(await count('private.customer_changes')).toBe(1)
})

describe('rule 19.7: while the transaction of an order stays open, 20 other customers', () => {
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
    await inOpenTransaction(async (open) => {
      await open.query(statement, [value])
      const orders = concurrently(20, () => place(aNewOrder()))
      await until(orders, async () => expect(await waitingFor(open)).toEqual([]))
      expect(tally(await orders)).toEqual({ '201': 20 })
    })
  })
})

test('a recount waits for an order that is being placed, and counts it once', async () => {
  let recount: Promise<unknown> | undefined
  await inOpenTransaction(async (open) => {
    await open.query('select public.place_order($1)', [aNewOrder()])
    recount = sql('select private.recount_orders()')
    await expect.poll(() => waitingFor(open)).toHaveLength(1)
  })
  await recount
  expect(await sql('select orders::integer from private.status_totals')).toEqual([{ orders: 1 }])
})

describe('a fold', () => {
  test('waits for no other fold', async () => {
    await concurrently(3, placeOrder)
    await inOpenTransaction(async (open) => {
      await open.query('select private.fold_totals()')
      const other = sql('select private.fold_totals()')
      await until(other, async () => expect(await waitingFor(open)).toEqual([]))
    })
    expect(await count('private.total_changes')).toBe(1)
  })

  test('is left out in a snapshot that another fold has overtaken', async () => {
    await concurrently(3, placeOrder)
    await inOpenTransaction(async (open) => {
      await open.query('set transaction isolation level repeatable read')
      await open.query('select from public.orders')
      await sql('select private.fold_totals()')
      await open.query('select private.fold_totals()')
    })
  })

  test('that ends during a recount leaves no sums to it', async () => {
    await concurrently(3, placeOrder)
    let recount: Promise<unknown> | undefined
    await inOpenTransaction(async (open) => {
      await open.query('select private.fold_totals()')
      recount = sql('select private.recount_orders()')
      await expect.poll(() => waitingFor(open)).toHaveLength(1)
    })
    await recount
    expect(await sql('select orders::integer from private.status_totals')).toEqual([{ orders: 3 }])
  })

  test('never meets a recount, or an order that waits for one, in a deadlock', async () => {
    const counted = concurrently(20, async () => {
      await placeOrder()
      await sql('select private.recount_orders()')
    })
    await Promise.all([counted, until(counted, readDashboard)])
  })

  test('never meets a TRUNCATE in a deadlock', async () => {
    await placeOrder()
    // Each connection has its plans: they lock tables in the order that a page reads them.
    await concurrently(20, readDashboard)
    let read: ReturnType<typeof readDashboard> | undefined
    await inOpenTransaction(async (open) => {
      // As TRUNCATE begins. The page that is read now has locked nothing else.
      await open.query('lock table public.orders')
      read = readDashboard()
      await expect.poll(() => waitingFor(open)).toHaveLength(1)
      await open.query('truncate public.orders cascade')
    })
    expect((await read)?.status).toBe(200)
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
      expect((await act('correct', corrected)).body['ok']).toBe(true)
    } else {
      const status = writer % 2 ? 'cancelled' : 'shipped'
      expect((await bookOrder(p.id, { status })).body['ok']).toBe(true)
    }
  }
}

/** Repeats some work until other work has ended. */
async function until(other: Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  void other.then(end, end)
  while (!hasEnded) await work()
}

/** The processes that wait for a lock of a connection. */
async function waitingFor(open: pg.Client): Promise<unknown[]> {
  const { processID } = open as pg.Client & { processID: number }
  return sql('select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [processID])
}
