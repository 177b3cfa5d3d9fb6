/* Acts that are sent at the same time. */
import { expect, test } from 'vitest'
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
