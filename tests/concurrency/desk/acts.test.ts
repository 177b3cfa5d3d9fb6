/* Acts that are sent at the same time. */
import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { placesThatHold } from '#tests/support/everything-stored.ts'
import { aNewOrder, anEntry } from '#tests/support/order-factories.ts'
import { concurrently, openConnections } from '../backend.ts'

const {
  sql,
  inOpenTransaction,
  waiting,
  place,
  placeOrder,
  bookOrder,
  callAsAdmin,
  act,
  erase,
  count,
} = openConnections()

test('rule 21.63: a request sent 20 times at once is done once, and each gets its response', async () => {
  const { id } = await placeOrder()
  const rows = [{ id, kind: 'shipped', language: 'en' }]
  const p = { request: crypto.randomUUID(), act: 'tell', rows }
  const responses = await concurrently(20, () => callAsAdmin('admin_act', p))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(responses[0]?.body).toMatchObject({ ok: true, results: [{ id, ok: true }] })
  expect(await sql('select from private.told_messages')).toHaveLength(1)
})

test('an order that is entered by 20 requests at once is one order', async () => {
  const row = anEntry(aNewOrder())
  const responses = await concurrently(20, () => act('enter', row))
  expect(responses.filter(({ body }) => body['ok'])).toHaveLength(1)
  expect(await count('public.orders')).toBe(1)
})

test('of 16 pairs that are joined either way at once one is, and undone both are as they were', async () => {
  await concurrently(16, async () => {
    const first = await placeOrder()
    const second = aNewOrder({ shippingAddress: first.shippingAddress })
    await place(second)
    const pair = [first.id, second.id]
    const requests = pair.map(() => crypto.randomUUID())
    const responses = await Promise.all(
      pair.map((id, nth) => {
        const row = { id, version: 1, into: pair[1 - nth] ?? '', intoVersion: 1 }
        return act('join', row, requests[nth])
      }),
    )
    expect(responses.filter(({ body }) => body['ok'])).toHaveLength(1)
    await Promise.all(requests.map((request) => callAsAdmin('admin_undo_act', { request })))
    const orders = await sql(
      'select status, jsonb_array_length(items) as lines, total::float from public.orders where id = any ($1)',
      [pair],
    )
    expect(orders).toEqual([
      { status: 'pending', lines: 1, total: first.total },
      { status: 'pending', lines: 1, total: first.total },
    ])
  })
})

test('of 16 opposite pairs one is saved and the other named, and both undone leave the order as it was', async () => {
  await concurrently(16, async () => {
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

test('an act does not wait for another one that deletes old ones and stays open', async () => {
  const [first, second] = [await placeOrder(), await placeOrder()]
  const note = (id: string) => act('note', { id, note: 'Call first' })
  await note(first.id)
  await sql("update private.acts set at = now() - interval '8 days'")
  await inOpenTransaction(async (request) => {
    await request.query("delete from private.acts where at < now() - interval '7 days'")
    expect((await note(second.id)).body).toMatchObject({ ok: true })
  })
  expect(await count('private.acts')).toBe(1)
})

test.each([
  ['a message', 'tell', { kind: 'delivered', language: 'en' }],
  ['a row of a sheet', 'sheet', { cells: ['0300 7654321'] }],
])('%s that is saved while its order is erased names nobody', async (_, name, row) => {
  const order = aNewOrder()
  const { id } = order
  await place({ ...order, shippingAddress: { ...order.shippingAddress, phone: '0300 7654321' } })
  const { body } = await act('batch', { id: '', courier: 'tcs', ids: [id], include: ASKED_REASONS })
  await bookOrder(id, { status: 'delivered' })
  let response: ReturnType<typeof act> | undefined
  await inOpenTransaction(async (open) => {
    await open.query('select private.erase_orders($1)', [[id]])
    const { id: batch } = body['batch'] as { id: number }
    response = act(name, { id, ...row, ...(name === 'sheet' && { batch }) })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  })
  await response
  expect(await placesThatHold('7654321', sql)).toEqual([])
})

test('undoing an act of an order that was corrected to another customer waits until the former one is erased', async () => {
  const [own, other] = [aNewOrder(), aNewOrder()]
  const ids = [own.id, other.id].sort()
  const [corrected = '', delivered = ''] = ids
  for (const id of ids) await place({ ...own, id })
  // In the history of the corrected order until its former customer is erased.
  await bookOrder(corrected, { trackingNumber: 'TCS77' })
  await bookOrder(corrected, { courier: null, trackingNumber: null })
  await bookOrder(delivered, { status: 'delivered' })
  const p = { id: corrected, version: 3, shippingAddress: other.shippingAddress }
  expect((await act('correct', p)).body).toMatchObject({ ok: true })
  const request = crypto.randomUUID()
  const rows = ids.map((id) => ({ id, kind: 'shipped', language: 'en' }))
  await callAsAdmin('admin_act', { request, act: 'tell', rows })
  let responses: ReturnType<typeof erase>[] = []
  await inOpenTransaction(async (open) => {
    await open.query('lock table private.order_keys')
    responses = [erase(delivered)]
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    responses.push(callAsAdmin('admin_undo_act', { request }))
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
  })
  const [erased, undone] = await Promise.all(responses)
  expect([erased?.body, undone?.body]).toMatchObject([{ ok: true, orders: 1 }, { ok: true }])
})

test('erasing an erased order again waits for no other erased order', async () => {
  const [own, other] = [aNewOrder(), aNewOrder()]
  for (const order of [own, other]) {
    await place(order)
    await bookOrder(order.id, { status: 'delivered' })
    expect((await erase(order.id)).body).toMatchObject({ ok: true })
  }
  await inOpenTransaction(async (open) => {
    await open.query('select from public.orders where id = $1 for update', [other.id])
    expect((await erase(own.id)).body).toMatchObject({ code: 'not_found' })
  })
})
