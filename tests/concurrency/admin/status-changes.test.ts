/* Simultaneous changes of one order by admins and by tracking. */
import { expect, test } from 'vitest'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, call, placeOrder, bookOrder } = openConnections()

interface HistoryEntry {
  status: string
  by: string
  trackingNumber?: string
}

test('G09 20 orders cancelled at the moment of the step stay cancelled', async () => {
  await concurrently(20, async () => {
    const id = await placeDueOrder()
    const [changed] = await Promise.all([
      bookOrder(id, { status: 'cancelled' }),
      concurrently(3, () => call('track_order', { p_id: id })),
    ])
    expect(changed.status).toBe(200)
  })
  expect(await statuses()).toEqual([{ status: 'cancelled', count: 20 }])
})

test('G08 an order with 40 simultaneous tracking requests takes its step once', async () => {
  const id = await placeDueOrder()
  const responses = await concurrently(40, () => call('track_order', { p_id: id }))
  expect(tally(responses)).toEqual({ '200': 40 })
  expect((await history(id)).map(({ status, by }) => ({ status, by }))).toEqual([
    { status: 'pending', by: 'customer' },
    { status: 'processing', by: 'system' },
  ])
  expect(await sql('select actor from private.order_audit')).toEqual([{ actor: 'system' }])
})

test('40 simultaneous first tracking requests start the 15 seconds once', async () => {
  const { id } = await placeOrder()
  await concurrently(40, () => call('track_order', { p_id: id }))
  const [first] = await sql('select first_tracked_at from private.order_keys')
  await concurrently(40, () => call('track_order', { p_id: id }))
  expect(await sql('select first_tracked_at from private.order_keys')).toEqual([first])
  expect(await statuses()).toEqual([{ status: 'pending', count: 1 }])
})

test('C29 simultaneous changes are all in the history, and the last one is in the row', async () => {
  const { id } = await placeOrder()
  const others = ['processing', 'shipped', 'delivered', 'cancelled']
  // Each waits for all before it, and then sends again: more of them cost the square of their number.
  await concurrently(12, (nth) => bookOrder(id, { status: others[nth % others.length] }))
  const entries = await history(id)
  const [row] = await sql<{ status: string }>('select status from public.orders')
  expect(entries.at(-1)?.status).toBe(row?.status)
  const moves = await sql<{ before: HistoryEntry; after: HistoryEntry }>(
    'select before, after from private.order_audit order by id',
  )
  // Audit log and history agree: each change starts from the result of the previous one.
  expect(['pending', ...moves.map(({ after }) => after.status)]).toEqual(
    entries.map(({ status }) => status),
  )
  expect(moves.map(({ before }) => before.status)).toEqual(
    entries.slice(0, -1).map(({ status }) => status),
  )
})

test('G10 a status and a tracking number set simultaneously are both saved', async () => {
  const { id } = await placeOrder()
  const responses = await Promise.all([
    bookOrder(id, { status: 'shipped' }),
    bookOrder(id, { trackingNumber: 'TCS 123' }),
  ])
  expect(tally(responses)).toEqual({ '200': 2 })
  expect(await sql('select status, tracking_number from public.orders')).toEqual([
    { status: 'shipped', tracking_number: 'TCS 123' },
  ])
  expect(await history(id)).toHaveLength(3)
})

test('all counts are right after simultaneous changes through every status', async () => {
  const ids = (await concurrently(15, placeOrder)).map(({ id }) => id)
  const walk = ['processing', 'shipped', 'cancelled', 'pending', 'delivered']
  await Promise.all([
    ...ids.map(async (id) => {
      for (const status of walk) expect((await bookOrder(id, { status })).body['ok']).toBe(true)
    }),
    concurrently(15, placeOrder),
  ])
  expect(await statuses()).toEqual([
    { status: 'pending', count: 15 },
    { status: 'delivered', count: 15 },
  ])
})

/** An order whose 15 seconds are over, and that was not tracked since. */
async function placeDueOrder(): Promise<string> {
  const { id } = await placeOrder()
  await sql(
    "update private.order_keys set first_tracked_at = now() - interval '15 seconds' where order_id = $1",
    [id],
  )
  return id
}

async function history(id: string): Promise<HistoryEntry[]> {
  const [row] = await sql<{ tracking_history: HistoryEntry[] }>(
    'select tracking_history from public.orders where id = $1',
    [id],
  )
  return row?.tracking_history ?? []
}

async function statuses() {
  return sql(
    'select status, count(*)::integer as count from public.orders group by status order by status',
  )
}
