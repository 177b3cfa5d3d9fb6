/* Acts that are sent at the same time. */
import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, placeOrder, callAsAdmin, act } = openConnections()

test('rule 21.63: a request sent 20 times at once is done once, and each gets its response', async () => {
  const { id } = await placeOrder()
  const rows = [{ id, kind: 'shipped', language: 'en' }]
  const p = { request: crypto.randomUUID(), act: 'tell', rows }
  const responses = await concurrently(20, () => callAsAdmin('admin_act', p))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(responses[0]?.body).toMatchObject({ ok: true, results: [{ id, ok: true }] })
  expect(await sql('select from private.told_messages')).toHaveLength(1)
})

test('rule 15.6: a batch that is sent 20 times at once is one', async () => {
  const { id } = await placeOrder()
  const rows = [{ id: '', courier: 'postex', ids: [id], include: ASKED_REASONS }]
  const p = { request: crypto.randomUUID(), act: 'batch', rows }
  const responses = await concurrently(20, () => callAsAdmin('admin_act', p))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await sql('select from private.exported_orders where order_id = $1', [id])).toHaveLength(1)
})

test('of 100 opposite pairs one is saved and the other named, and both undone leave the order as it was', async () => {
  await concurrently(100, async () => {
    const { id } = await placeOrder()
    const changes = [{ status: 'processing' }, { status: 'cancelled' }]
    const requests = changes.map(() => crypto.randomUUID())
    const pair = await Promise.all(
      changes.map((change, nth) => act('book', { id, version: 1, ...change }, requests[nth])),
    )
    expect(pair.map(({ body }) => body['code'] ?? 'saved').sort()).toEqual(['saved', 'stale'])
    await Promise.all(
      [...requests, ...requests].map((request) => callAsAdmin('admin_undo_act', { request })),
    )
    const [order] = await sql('select status, version from public.orders where id = $1', [id])
    expect(order).toEqual({ status: 'pending', version: 3 })
  })
})
