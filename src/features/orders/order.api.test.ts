/* Changes whose response was lost, and responses that are not the backend's. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'

const order = anOrder()
const key = { id: order.id, token: 'x'.repeat(32) }
const street = { ...order.shippingAddress, address: 'House 9' }

// The client takes fetch once, when it is made: here with modules of its own.
const fetch = vi.fn()
vi.stubGlobal('fetch', fetch)
vi.resetModules()
const { cancelOrder, changeOrder, findOrder, requestHelp } = await import('./order.api.ts')
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => fetch.mockReset())

describe('a retry finds its own change', () => {
  test.each<[string, object, boolean]>([
    ['that was saved', { shippingAddress: street, landmark: 'Gate 2' }, true],
    ['but not another address', { landmark: 'Gate 2' }, false],
    ['but not other extras', { shippingAddress: street, landmark: 'Gate 3' }, false],
  ])('%s', async (_, saved, isSaved) => {
    respond(409, { ok: false, code: 'stale', order: { ...order, ...saved } })
    const wanted = { shippingAddress: street, extras: { landmark: 'Gate 2' } }
    const result = await changeOrder(key, 1, wanted)
    expect(result.ok).toBe(isSaved)
    expect(result.order).toMatchObject(saved)
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
  ['a gateway', 429, { message: 'slow down' }, { code: 'rate_limited' }],
  ['a broken server', 502, {}, { code: 'unreachable' }],
  [
    'another order',
    200,
    { ok: true, order: { ...order, id: 'ANOTHERA' } },
    { code: 'unreachable' },
  ],
])('the response of %s is thrown', async (_, status, body, error) => {
  respond(status, body)
  await expect(requestHelp(key, 'damaged', 'Broken')).rejects.toMatchObject(error)
})

function respond(status: number, body: object) {
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }))
}
