/* Finding, changing and cancelling orders at the same time as others. The counts are checked after each test. */

import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { countOf } from '#tests/support/limits.ts'
import { concurrently, openConnections, type ShopResponse, tally } from '../backend.ts'

const { sql, call, placeOrder, callAsAdmin, act, count, limited } = openConnections()

type Step = 'change' | 'cancel' | 'book' | 'export'

test('G22 a change, a cancellation, a booking and an export, in every order, leave one truth', async () => {
  for (const steps of orders(['change', 'cancel', 'book', 'export'])) {
    const order = await placeOrder()
    const responses = await Promise.all(steps.map((step) => send(step, order)))
    const results = Object.fromEntries(steps.map((step, nth) => [step, responses[nth]]))
    await expectOneTruth(order, results as Record<Step, ShopResponse>)
  }
})

test('20 cancellations of one order cancel it once, and each is told that it is cancelled', async () => {
  const order = await placeOrder()
  const responses = await concurrently(20, () => send('cancel', order))
  expect(tally(responses)).toEqual({ '200': 1, '409 booked': 19 })
  for (const { body } of responses) expect(body['order']).toMatchObject({ status: 'cancelled' })
  const entries = await sql(
    "select from private.order_audit where after ->> 'status' = 'cancelled'",
  )
  expect(entries).toHaveLength(1)
})

test('20 orders that are moved to one phone at once: each is, and those above five are marked', async () => {
  const all = []
  for (let nth = 0; nth < 20; nth += 1) all.push(await placeOrder())
  const responses = await Promise.all(
    all.map((order) => change(order, { ...order.shippingAddress, phone: '0300 1112223' })),
  )
  expect(tally(responses)).toEqual({ '200': 20 })
  expect(await count('private.marked_orders')).toBeGreaterThanOrEqual(15)
})

test('20 simultaneous changes of one order by its device, of which nine were made, make one', async () => {
  const order = await placeOrder()
  await sql('update private.order_keys set changes = 9')
  const responses = await concurrently(20, () => send('change', order))
  expect(tally(responses)).toEqual({ '200': 1, '409 stale': 19 })
  expect(await sql('select changes from private.order_keys')).toEqual([{ changes: 10 }])
})

test(
  'G23 400 guesses of 200 clients at an order learn nothing',
  limited(async () => {
    const { id, shippingAddress } = await placeOrder()
    const seen: ShopResponse[] = []
    for (let sent = 0; sent < 400; sent += 100) {
      await concurrently(100, async (nth) => {
        const guess = sent + nth
        // The right phone is among the guesses from the 100th on.
        const phone = guess > 100 && guess % 50 === 1 ? shippingAddress.phone : `0300${1e6 + guess}`
        const client = `10.0.0.${guess % 200}`
        seen.push(await call('find_order', { p: { id, phone } }, client))
      })
    }
    const {
      '429 too_many_tries': refused = 0,
      '429 rate_limited': limited = 0,
      ...told
    } = tally(seen)
    expect(told).toEqual({ '200 not_found': 10 })
    // Two clients in a set may displace each other, or find no room.
    expect(refused + limited).toBe(390)
    expect(refused).toBeGreaterThan(200)
  }),
)

test(
  'G24 of 60 simultaneous guesses of one client, exactly 20 get a result',
  limited(async () => {
    const responses = await concurrently(60, (nth) =>
      call('find_order', { p: { id: `GUESS${100 + nth}`, phone: '0300 1234567' } }, '203.0.113.7'),
    )
    expect(tally(responses)).toEqual({ '200 not_found': 20, '429 rate_limited': 40 })
    expect(await countOf(sql, 'find', '203.0.113.7')).toBe(60)
  }),
)

type NewOrder = Awaited<ReturnType<typeof placeOrder>>

function send(step: Step, order: NewOrder): Promise<ShopResponse> {
  const { id, token } = order
  if (step === 'change') return change(order, { ...order.shippingAddress, city: 'Kasur' })
  if (step === 'cancel')
    return call('cancel_order', { p: { id, token, version: 1, reason: 'changed_mind' } })
  if (step === 'book')
    return act('book', {
      id,
      version: 1,
      courier: 'tcs',
      include: ASKED_REASONS,
    })
  return act('batch', { id: '', courier: 'postex', ids: [id], include: ASKED_REASONS })
}

function change({ id, token }: NewOrder, shippingAddress: object) {
  return call('change_order', { p: { id, token, version: 1, shippingAddress } })
}

async function expectOneTruth({ id, token }: NewOrder, results: Record<Step, ShopResponse>) {
  const own = (await call('get_order', { p_id: id, p_token: token })).body['order']
  const { body } = await callAsAdmin('admin_whole_orders', { ids: [id] })
  // What only a customer's page is told.
  const { mayChange, asOf, confirmed, ...shown } = own as Record<string, unknown>
  expect(body['orders']).toMatchObject([shown])

  const exported = results.export.body['exported'] as string[]
  const isExported = exported.includes(id)
  const [hasChanged, isCancelled, isBooked] = (['change', 'cancel', 'book'] as const).map(
    (step) => results[step].body['ok'],
  )
  expect(own).toMatchObject({
    status: isCancelled ? 'cancelled' : 'pending',
    courier: isExported ? 'postex' : isBooked ? 'tcs' : null,
    shippingAddress: { city: hasChanged ? 'Kasur' : 'Lahore' },
  })
  // One request changes version 1. An export comes before it, after a change, or not at all.
  const winners = [hasChanged, isCancelled, isBooked].filter(Boolean).length
  expect(winners + (isExported && !hasChanged ? 1 : 0)).toBe(1)
  expect(mayChange).toBe(false)
  for (const step of ['change', 'cancel', 'book'] as const) {
    const { ok, code } = results[step].body
    if (!ok) expect(['booked', 'stale']).toContain(code)
  }
  if (isExported) {
    const { id: batch } = results.export.body['batch'] as { id: number }
    const sheet = (await callAsAdmin('admin_batch', { id: batch })).body['orders'] as object[]
    expect(sheet).toMatchObject([
      { id, shippingAddress: { city: hasChanged ? 'Kasur' : 'Lahore' } },
    ])
  }
}

/** Every order of these steps. */
function orders(steps: Step[]): Step[][] {
  if (steps.length < 2) return [steps]
  return steps.flatMap((first) =>
    orders(steps.filter((step) => step !== first)).map((rest) => [first, ...rest]),
  )
}
