/* Simultaneous exports, and changes of their orders meanwhile. */

import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, placeOrder, act, bookOrder } = openConnections()

test('G20 simultaneous exports book every order once, and miss none', async () => {
  const ids = await placeOrders(40)
  await sql('truncate private.export_batches cascade')
  const results = await concurrently(8, () => exportOrders(ids))
  expect(results.flatMap(({ exported }) => exported).sort()).toEqual(ids)
  expect(results.flatMap(({ leftOut }) => leftOut)).toHaveLength(7 * 40)
  expect(await sql('select order_id from private.exported_orders order by 1')).toEqual(
    ids.map((order_id) => ({ order_id })),
  )
})

test('G21 orders cancelled during an export are in it and booked, or left out', async () => {
  const ids = await placeOrders(40)
  const [{ exported, leftOut }] = await Promise.all([
    exportOrders(ids),
    concurrently(40, (nth) => bookOrder(String(ids[nth]), { status: 'cancelled' })),
  ])
  expect([...exported, ...leftOut.map(({ id }) => id)].sort()).toEqual(ids)
  const booked = await sql<{ id: string }>(
    "select order_id as id from private.parcels where courier = 'postex' order by 1",
  )
  expect(booked.map(({ id }) => id)).toEqual(exported)
})

async function exportOrders(ids: string[]) {
  const { body } = await act('batch', { id: '', courier: 'postex', ids, include: ASKED_REASONS })
  return body as unknown as { exported: string[]; leftOut: { id: string }[] }
}

/** Their ids in order. */
async function placeOrders(count: number): Promise<string[]> {
  return (await concurrently(count, placeOrder)).map(({ id }) => id).sort()
}
