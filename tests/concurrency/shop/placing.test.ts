/* Orders placed simultaneously, by many customers and by one. */
import { describe, expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { savedBy } from '#tests/support/limits.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, call, place, count, limited } = openConnections()

describe('one attempt', () => {
  test('G01 sent 50 times simultaneously makes one order and 49 replays', async () => {
    const p = aNewOrder()
    const responses = await concurrently(50, () => call('place_order', { p }))
    expect(tally(responses)).toEqual({ '201': 1, '200': 49 })
    expect(responses.filter(({ body }) => body['replay'] === true)).toHaveLength(49)
    // But for the moment of each response.
    const orders = responses.map(({ body }) => ({ ...(body['order'] as object), asOf: null }))
    expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1)
    expect(await count('public.orders')).toBe(1)
  })

  test(
    'G01 sent 50 times simultaneously is counted once',
    limited(async () => {
      const p = aNewOrder()
      await concurrently(50, () => call('place_order', { p }, '203.0.113.7'))
      expect(await savedBy(sql, '203.0.113.7')).toBe(1)
    }),
  )

  test('sent 40 times with two different totals makes one order', async () => {
    const p = aNewOrder()
    const other = { ...p, total: p.total + 1 }
    const responses = await concurrently(40, (nth) => place(nth % 2 ? other : p))
    const {
      '422 total_mismatch': early = 0,
      '422 attempt_reused': late = 0,
      ...rest
    } = tally(responses)
    expect(rest).toEqual({ '201': 1, '200': 19 })
    expect(early + late).toBe(20)
    expect(await count('public.orders')).toBe(1)
  })
})

describe('different customers', () => {
  test('with the same id get one order and one refusal', async () => {
    const responses = await concurrently(20, async () => {
      const one = aNewOrder()
      const other = { ...aNewOrder(), id: one.id }
      return Promise.all([
        call('place_order', { p: one }, '203.0.113.7'),
        call('place_order', { p: other }, '203.0.113.8'),
      ])
    })
    for (const pair of responses) expect(tally(pair)).toEqual({ '201': 1, '409 id_taken': 1 })
    expect(await count('public.orders')).toBe(20)
  })

  test('with the same name and phone are one customer with all orders', async () => {
    const shippingAddress = { ...goodAddress, phone: '0300 1234567' }
    const placed = await concurrently(5, () =>
      call('place_order', { p: aNewOrder({ shippingAddress }) }),
    )
    expect(tally(placed)).toEqual({ '201': 5 })
    expect(await sql('select order_count::integer from private.customers')).toEqual([
      { order_count: 5 },
    ])
  })
})

describe('limits are exact, and refuse no valid order', () => {
  test('G05 50 simultaneous orders of one phone are saved, and those above five are marked', async () => {
    const phones = ['0300 1234567', '+92 300 1234567', '0092-300-1234567']
    const responses = await concurrently(50, (nth) => {
      const shippingAddress = { ...goodAddress, phone: phones[nth % phones.length] ?? '' }
      return place(aNewOrder({ shippingAddress }))
    })
    expect(tally(responses)).toEqual({ '201': 50 })
    expect(await markedOrders('many_of_phone')).toBeGreaterThanOrEqual(45)
  })

  test(
    'G04 of 60 simultaneous refused orders of one client exactly 30 are told why',
    limited(async () => {
      const responses = await concurrently(60, () =>
        call('place_order', { p: aNewOrder({ total: 1 }) }, '203.0.113.7'),
      )
      expect(tally(responses)).toEqual({ '422 total_mismatch': 30, '429 rate_limited': 30 })
      expect(tally([await call('place_order', { p: aNewOrder() }, '203.0.113.7')])).toEqual({
        '201': 1,
      })
    }),
  )
})

async function markedOrders(mark: string): Promise<number> {
  const marked = await sql('select from private.marked_orders where mark = $1', [mark])
  return marked.length
}
