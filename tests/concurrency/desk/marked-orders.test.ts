/* Simultaneous decisions on marked orders, and exports and changes of their orders meanwhile. */

import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, placeOrder, callAsAdmin, bookOrder } = openConnections()

const GROUP = { mark: 'many_of_phone', group: 'aaaaaaaaaaaa' }

test('G30 a group that two admins decide on at once has one decision per order', async () => {
  const ids = await placeMarked(40)
  const results = await concurrently(8, (nth) => decide(nth % 2 ? 'release' : 'discard'))
  expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(ids.length)
  const [decision, ...others] = await sql<{ act: string; orders: number }>(
    'select act, orders from private.mark_decisions where orders > 0',
  )
  expect([decision?.orders, others]).toEqual([40, []])
  const status = decision?.act === 'discard' ? 'cancelled' : 'pending'
  expect(await statuses()).toEqual(ids.map((id) => ({ id, status })))
})

test('G31 a discarded order is in no batch, and an exported one is not cancelled', async () => {
  const ids = await placeMarked(40)
  await Promise.all([
    decide('discard'),
    concurrently(10, (nth) => exportOrders(ids.slice(nth * 4, nth * 4 + 4))),
  ])
  const rows = await sql<{ status: string; courier: string | null }>(
    `select status, courier from public.orders
     left join private.order_details on order_id = id order by id`,
  )
  expect(rows).toHaveLength(40)
  for (const { status, courier } of rows) expect(status === 'cancelled').toBe(courier === null)
})

test('G32 Undo, deletion and changes of a discarded group leave each order one end', async () => {
  const ids = await placeMarked(40)
  const { decision } = await decide('discard')
  const p = { id: decision?.id }
  await Promise.all([
    callAsAdmin('admin_undo_decision', p),
    callAsAdmin('admin_delete_discarded', p),
    callAsAdmin('admin_undo_decision', p),
    concurrently(10, (nth) => bookOrder(String(ids[nth]), { status: 'processing' })),
  ])
  const deleted = await sql<{ id: string }>('select order_id as id from private.deleted_orders')
  const left = await statuses()
  expect([...deleted.map(({ id }) => id), ...left.map(({ id }) => id)].sort()).toEqual(ids)
  for (const { status } of left) expect(['pending', 'processing']).toContain(status)
  await sql('delete from private.deleted_orders where true')
})

interface Decided {
  changed: number
  decision: { id: number } | null
}

async function decide(act: string): Promise<Decided> {
  return (await callAsAdmin('admin_decide_marked', { act, ...GROUP })).body as unknown as Decided
}

function exportOrders(ids: string[]) {
  return callAsAdmin('admin_create_batch', { courier: 'postex', ids, include: ASKED_REASONS })
}

function statuses() {
  return sql<{ id: string; status: string }>('select id, status from public.orders order by id')
}

/** Their ids in order. */
async function placeMarked(count: number): Promise<string[]> {
  await sql('truncate private.mark_decisions cascade')
  const orders = await concurrently(count, placeOrder)
  await sql('delete from private.marked_orders where true')
  await sql(
    `insert into private.marked_orders (order_id, mark, group_key, order_date)
     select id, $1, $2, date from public.orders`,
    [GROUP.mark, GROUP.group],
  )
  return orders.map(({ id }) => id).sort()
}
