/* The admin, the customer's 15 seconds and other admins, all at one order at once. */
import { expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { atOnce, openShop, tally } from './real-shop.ts'

const { asAdmin, call, move } = openShop()

interface HistoryEntry {
  status: string
  by: string
  trackingNumber?: string
}

let placed = 0

test('G09 of 60 orders cancelled at the moment of the step all 60 end cancelled', async () => {
  await atOnce(60, async () => {
    const id = await anOrderThatIsDue()
    const [moved] = await Promise.all([
      move(id, { status: 'cancelled' }),
      atOnce(3, () => call('track_order', { p_id: id })),
    ])
    expect(moved.status).toBe(200)
  })
  expect(await statuses()).toEqual([{ status: 'cancelled', count: 60 }])
})

test('G08 an order tracked by 40 tabs at once takes its step once', async () => {
  const id = await anOrderThatIsDue()
  const answers = await atOnce(40, () => call('track_order', { p_id: id }))
  expect(tally(answers)).toEqual({ '200': 40 })
  expect((await history(id)).map(({ status, by }) => ({ status, by }))).toEqual([
    { status: 'pending', by: 'customer' },
    { status: 'processing', by: 'system' },
  ])
  expect(await asAdmin('select actor from private.order_audit')).toEqual([{ actor: 'system' }])
})

test('first looks from 40 tabs at once start one clock', async () => {
  const id = await anOrder()
  await atOnce(40, () => call('track_order', { p_id: id }))
  const [first] = await asAdmin('select first_tracked_at from private.order_keys')
  await atOnce(40, () => call('track_order', { p_id: id }))
  expect(await asAdmin('select first_tracked_at from private.order_keys')).toEqual([first])
  expect(await statuses()).toEqual([{ status: 'pending', count: 1 }])
})

test('C29 two admins who move one order at once both stand in its history, the later one in the row', async () => {
  const id = await anOrder()
  const others = ['processing', 'shipped', 'delivered', 'cancelled']
  await atOnce(40, (nth) => move(id, { status: others[nth % others.length] }))
  const entries = await history(id)
  const [row] = await asAdmin<{ status: string }>('select status from public.orders')
  expect(entries.at(-1)?.status).toBe(row?.status)
  const moves = await asAdmin<{ before: HistoryEntry; after: HistoryEntry }>(
    'select before, after from private.order_audit order by id',
  )
  // The log and the history tell the same story, each change from where the last one led.
  expect(['pending', ...moves.map(({ after }) => after.status)]).toEqual(
    entries.map(({ status }) => status),
  )
  expect(moves.map(({ before }) => before.status)).toEqual(
    entries.slice(0, -1).map(({ status }) => status),
  )
})

test('G10 a status and a tracking number set at once by two admins are both kept', async () => {
  const id = await anOrder()
  const answers = await Promise.all([
    move(id, { status: 'shipped' }),
    move(id, { tracking_number: 'TCS 123' }),
  ])
  expect(tally(answers)).toEqual({ '200': 2 })
  expect(await asAdmin('select status, tracking_number from public.orders')).toEqual([
    { status: 'shipped', tracking_number: 'TCS 123' },
  ])
  expect(await history(id)).toHaveLength(3)
})

test('orders that come and go through every status at once keep every count true', async () => {
  const ids = await atOnce(40, anOrder)
  const walk = ['processing', 'shipped', 'cancelled', 'pending', 'delivered']
  await Promise.all([
    ...ids.map(async (id) => {
      for (const status of walk) expect((await move(id, { status })).status).toBe(200)
    }),
    atOnce(40, anOrder),
  ])
  expect(await statuses()).toEqual([
    { status: 'delivered', count: 40 },
    { status: 'pending', count: 40 },
  ])
})

/** Each from an address of its own: limits do not add up. */
async function anOrder(): Promise<string> {
  const p = aNewOrder()
  placed += 1
  const { status } = await call('place_order', { p }, `198.51.100.${placed % 254}`)
  expect(status).toBe(201)
  return p.id
}

/** An order whose 15 seconds are over, but which nobody has looked at since. */
async function anOrderThatIsDue(): Promise<string> {
  const id = await anOrder()
  await asAdmin(
    "update private.order_keys set first_tracked_at = now() - interval '15 seconds' where order_id = $1",
    [id],
  )
  return id
}

async function history(id: string): Promise<HistoryEntry[]> {
  const [row] = await asAdmin<{ tracking_history: HistoryEntry[] }>(
    'select tracking_history from public.orders where id = $1',
    [id],
  )
  return row?.tracking_history ?? []
}

async function statuses() {
  return asAdmin(
    'select status, count(*)::integer as count from public.orders group by status order by status',
  )
}
