/* Simultaneous decisions on marked orders, and exports and changes of their orders meanwhile. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, placeOrder, callAsAdmin, act, bookOrder } = openConnections()

const GROUP = { mark: 'many_of_phone', group: 'aaaaaaaaaaaa' }

test('G30 a group that two admins decide on at once has one decision per order', async () => {
  const ids = await placeMarked(40)
  await concurrently(8, (nth) => decide(nth % 2 ? 'release' : 'discard', ids))
  const [decision, ...others] = await sql<{ act: string; orders: string[] }>(
    `select act, array(select jsonb_object_keys(before) order by 1) as orders
     from private.acts where before <> '{}'`,
  )
  expect([decision?.orders, others]).toEqual([ids, []])
  const status = decision?.act === 'discard' ? 'cancelled' : 'pending'
  expect(await statuses()).toEqual(ids.map((id) => ({ id, status })))
})

test('G31 a discarded order is in no batch, and an exported one is not cancelled', async () => {
  const ids = await placeMarked(40)
  await Promise.all([
    decide('discard', ids),
    concurrently(10, (nth) => exportOrders(ids.slice(nth * 4, nth * 4 + 4))),
  ])
  const rows = await sql<{ status: string; courier: string | null }>(
    `select status, courier from public.orders
     left join private.parcels on order_id = orders.id order by orders.id`,
  )
  expect(rows).toHaveLength(40)
  for (const { status, courier } of rows) expect(status === 'cancelled').toBe(courier === null)
})

test('G32 Undo, deletion and changes of a discarded group leave each order one end', async () => {
  const ids = await placeMarked(40)
  const request = await decide('discard', ids)
  const versions = await sql('select id, version from public.orders')
  await Promise.all([
    callAsAdmin('admin_undo_act', { request }),
    callAsAdmin('admin_act', { request: randomUUID(), act: 'delete', rows: versions }),
    callAsAdmin('admin_undo_act', { request }),
    concurrently(10, (nth) => bookOrder(String(ids[nth]), { status: 'processing' })),
  ])
  const deleted = await sql<{ id: string }>('select order_id as id from private.deleted_orders')
  const left = await statuses()
  expect([...deleted.map(({ id }) => id), ...left.map(({ id }) => id)].sort()).toEqual(ids)
  for (const { status } of left) expect(['pending', 'processing']).toContain(status)
  await sql('delete from private.deleted_orders where true')
})

/** Returns the request. */
async function decide(act: string, ids: string[]): Promise<string> {
  const request = randomUUID()
  await callAsAdmin('admin_act', {
    request,
    act,
    rows: ids.map((id) => ({ id })),
  })
  return request
}

function exportOrders(ids: string[]) {
  return act('batch', { id: '', courier: 'postex', ids, include: ASKED_REASONS })
}

function statuses() {
  return sql<{ id: string; status: string }>('select id, status from public.orders order by id')
}

/** Their ids in order. */
async function placeMarked(count: number): Promise<string[]> {
  await sql('truncate private.acts')
  const orders = await concurrently(count, placeOrder)
  await sql('delete from private.marked_orders where true')
  await sql(
    `insert into private.marked_orders (order_id, mark, group_key)
     select id, $1, $2 from public.orders`,
    [GROUP.mark, GROUP.group],
  )
  return orders.map(({ id }) => id).sort()
}
