/* Changes whose response was lost, and responses that are not the backend's. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'

const order = anOrder()
const key = { id: order.id, token: 'x'.repeat(32) }
const street = { ...order.shippingAddress, address: 'House 9' }

// The client takes fetch once, at its first request: here with modules of its own.
const fetch = vi.fn()
vi.resetModules()
const { cancelOrder, changeOrder, requestHelp } = await import('./order-changes.api.ts')
const { findOrder } = await import('./order.api.ts')
const { placeOrder } = await import('./place-order.api.ts')

/** What PostgREST responds to the call that its database was killed in. */
const KILLED = { code: '', details: null, hint: null, message: '' }

beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
})

describe('a retry finds its own change', () => {
  test.each<[string, object, boolean]>([
    ['that was saved', { shippingAddress: street, landmark: 'Gate 2' }, true],
    ['but not another address', { landmark: 'Gate 2' }, false],
    ['but not other extras', { shippingAddress: street, landmark: 'Gate 3' }, false],
  ])('%s', async (_, saved, isSaved) => {
    respond(409, { ok: false, code: 'stale', order: { ...order, ...saved } })
    const result = await changeOrder(key, 1, { ...street, landmark: 'Gate 2' })
    expect(result.ok).toBe(isSaved)
  })

  test('and a cancelled order', async () => {
    respond(409, { ok: false, code: 'booked', order: { ...order, status: 'cancelled' } })
    expect(await cancelOrder(key, 1, 'other')).toMatchObject({ ok: true })
    respond(409, { ok: false, code: 'booked', order: { ...order, status: 'shipped' } })
    expect(await cancelOrder(key, 1, 'other')).toMatchObject({ ok: false, code: 'booked' })
  })
})

test('a pair that is not found is undefined, and nothing is sent for what is no number', async () => {
  respond(200, { ok: false, code: 'not_found' })
  expect(await findOrder('ABCDEFGH', '0300 1234567')).toBeUndefined()
  expect(fetch).toHaveBeenCalledOnce()
  expect(await findOrder('ABC', '0300 1234567')).toBeUndefined()
  expect(fetch).toHaveBeenCalledOnce()
})

test.each<[string, number, object, object]>([
  ['a refusal', 409, { ok: false, code: 'too_late' }, { code: 'too_late' }],
  ['a field', 422, { ok: false, code: 'required', field: 'text' }, { field: 'text' }],
  ['a gateway’s limit', 429, { message: 'slow down' }, { code: 'unreachable', status: 429 }],
  ['a broken server', 502, {}, { code: 'unreachable' }],
  ['a killed database', 400, KILLED, { code: 'unreachable' }],
  ['a wrong key', 401, { message: 'Invalid API key' }, { code: 'unreachable' }],
  ['an unknown code', 422, { ok: false, code: 'no_such_code' }, { code: 'unreachable' }],
  [
    'another order',
    200,
    { ok: true, order: { ...order, id: 'ANOTHERA' } },
    { code: 'unreachable' },
  ],
])('rule 5.8: the response of %s is thrown', async (_, status, body, error) => {
  respond(status, body)
  await expect(requestHelp(key, 'damaged', 'Broken')).rejects.toMatchObject(error)
})

describe('rule 5.18: an order under another number', () => {
  const request = { items: [], total: 0, shippingAddress: order.shippingAddress }
  const renamed = { ...order, id: 'NEWNUMBR', mayChange: true }

  test.each([
    ['is believed where the token opens it', { replay: true }, renamed, { id: 'NEWNUMBR' }],
    ['is not believed of a new order', { replay: false }, renamed, undefined],
    ['nor without a right to it', { replay: true }, { ...renamed, mayChange: false }, undefined],
  ])('%s', async (_, more, found, placed) => {
    fetch.mockImplementation(async (url) =>
      String(url).endsWith('get_order')
        ? new Response(JSON.stringify({ ok: true, order: found }))
        : new Response(JSON.stringify({ ok: true, order: renamed, ...more })),
    )
    const outcome = placeOrder(key, request)
    if (placed) expect(await outcome).toMatchObject(placed)
    else await expect(outcome).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('is unknown where its lookup is refused', async () => {
    fetch.mockImplementation(async (url) =>
      String(url).endsWith('get_order')
        ? new Response(JSON.stringify({ ok: false, code: 'rate_limited' }), { status: 429 })
        : new Response(JSON.stringify({ ok: true, order: renamed, replay: true })),
    )
    await expect(placeOrder(key, request)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

function respond(status: number, body: object) {
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }))
}
