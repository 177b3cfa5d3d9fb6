/* Simultaneous lookups of orders: the limit is exact. */
import { beforeEach, describe, expect, test } from 'vitest'
import { countedClients, countOf } from '#tests/support/limits.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, send, call, limited } = openConnections()

const client = '203.0.113.7'
const own = aNewOrder()
const unknownId = (nth: number) => `MISS${String(nth).padStart(4, '0')}`

const placeOwn = () => call('place_order', { p: own })

beforeEach(async () => {
  await placeOwn()
})

describe.each(['get_order', 'track_order'])('%s', (name) => {
  test(
    'G06 of 100 simultaneous misses of one client exactly 20 are not limited',
    limited(async () => {
      const responses = await lookUpUnknownIds(name, 100)
      expect(tally(responses)).toEqual({ '200 not_found': 20, '429 rate_limited': 80 })
    }),
  )

  test(
    '50 simultaneous misses count 50, and hits count nothing',
    limited(async () => {
      await concurrently(100, (nth) =>
        nth % 2
          ? call(name, { p_id: unknownId(nth) }, client)
          : call(name, { p_id: own.id }, '203.0.113.8'),
      )
      expect(await countOf(sql, 'miss', client)).toBe(50)
      expect(await countOf(sql, 'miss', '203.0.113.8')).toBe(0)
    }, placeOwn),
  )

  test(
    'G13 a client over the limit opens an order with its token',
    limited(async () => {
      await lookUpUnknownIds(name, 60)
      const holders = await concurrently(30, () =>
        call(name, { p_id: own.id, p_token: own.token }, client),
      )
      expect(tally(holders)).toEqual({ '200': 30 })
      const others = await concurrently(30, () => call(name, { p_id: own.id }, client))
      expect(tally(others)).toEqual({ '429 rate_limited': 30 })
      expect(tally([await call(name, { p_id: own.id }, '203.0.113.8')])).toEqual({ '200': 1 })
    }, placeOwn),
  )

  test('G07 100 lookups by GET get the same response and are not counted', async () => {
    const responses = await concurrently(100, (nth) => {
      const id = nth % 2 ? own.id : unknownId(nth)
      const token = nth % 4 === 1 ? `&p_token=${own.token}` : ''
      return send({ method: 'GET', path: `/rpc/${name}?p_id=${id}${token}`, from: client })
    })
    const seen = new Set(responses.map(({ status, body }) => JSON.stringify({ status, body })))
    expect([...seen]).toEqual([
      JSON.stringify({ status: 429, body: { ok: false, code: 'rate_limited' } }),
    ])
    expect(await countedClients(sql)).toBe(0)
  })
})

function lookUpUnknownIds(name: string, times: number) {
  return concurrently(times, (nth) => call(name, { p_id: unknownId(nth) }, client))
}
