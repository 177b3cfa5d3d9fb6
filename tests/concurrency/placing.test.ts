/* Many customers at once, and one who presses often, on a real server: one connection cannot race. */
import { describe, expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { goodAddress } from '../support/address-cases.ts'
import { countedClients, countOf } from '../support/limits.ts'
import { atOnce, openShop, p95, tally } from './real-shop.ts'

const { asAdmin, call, move, count, limited } = openShop()

/** A test network of 254 addresses. */
const address = (nth: number) => `198.51.100.${(nth % 254) + 1}`

describe('one attempt', () => {
  test('G01 sent 50 times at once makes one order, and 49 times the answer to it', async () => {
    const p = aNewOrder()
    const answers = await atOnce(50, () => call('place_order', { p }))
    expect(tally(answers)).toEqual({ '201': 1, '200': 49 })
    expect(answers.filter(({ body }) => body['replay'] === true)).toHaveLength(49)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body['order']))).size).toBe(1)
    expect(await count('public.orders')).toBe(1)
  })

  test(
    'G01 sent 50 times at once is counted once',
    limited(async () => {
      const p = aNewOrder()
      await atOnce(50, () => call('place_order', { p }, '203.0.113.7'))
      expect(await countOf(asAdmin, 'place', '203.0.113.7')).toBe(1)
      expect(await countedClients(asAdmin)).toBe(1)
    }),
  )

  test('sent 40 times at once from many networks, with other goods half of the time, makes one order', async () => {
    const p = aNewOrder()
    const other = { ...p, total: p.total + 1 }
    const answers = await atOnce(40, (nth) =>
      call('place_order', { p: nth % 2 ? other : p }, address(nth)),
    )
    const {
      '422 total_mismatch': early = 0,
      '422 attempt_reused': late = 0,
      ...rest
    } = tally(answers)
    expect(rest).toEqual({ '201': 1, '200': 19 })
    expect(early + late).toBe(20)
    expect(await count('public.orders')).toBe(1)
  })
})

describe('different customers', () => {
  test('G02 who place 200 orders at once have all of them saved', async ({ annotate }) => {
    const answers = await atOnce(200, (nth) =>
      call('place_order', { p: aNewOrder() }, address(nth)),
    )
    expect(tally(answers)).toEqual({ '201': 200 })
    expect(await count('public.orders')).toBe(200)
    expect(await count('private.order_keys')).toBe(200)
    await annotate(`p95 ${p95(answers)} ms`)
  })

  test('who happen upon one id at once get one order and one refusal, each time', async () => {
    const answers = await atOnce(20, async () => {
      const one = aNewOrder()
      const other = { ...aNewOrder(), id: one.id }
      return Promise.all([
        call('place_order', { p: one }, '203.0.113.7'),
        call('place_order', { p: other }, '203.0.113.8'),
      ])
    })
    for (const pair of answers) expect(tally(pair)).toEqual({ '201': 1, '409 id_taken': 1 })
    expect(await count('public.orders')).toBe(20)
  })

  test('who share a name and a phone leave one customer with all of their orders', async () => {
    const shippingAddress = { ...goodAddress, phone: '0300 1234567' }
    const placed = await atOnce(5, () => call('place_order', { p: aNewOrder({ shippingAddress }) }))
    expect(tally(placed)).toEqual({ '201': 5 })
    expect(await asAdmin('select order_count::integer from private.customers')).toEqual([
      { order_count: 5 },
    ])
  })
})

describe('limits are exact, however many come at once', () => {
  test('G05 of 50 orders with one phone exactly 5 are placed', async () => {
    const phones = ['0300 1234567', '+92 300 1234567', '0092-300-1234567']
    const answers = await atOnce(50, (nth) => {
      const shippingAddress = { ...goodAddress, phone: phones[nth % phones.length] ?? '' }
      return call('place_order', { p: aNewOrder({ shippingAddress }) }, address(nth))
    })
    expect(tally(answers)).toEqual({ '201': 5, '429 too_many_orders': 45 })
    expect(await count('public.orders')).toBe(5)
  })

  test(
    'G04 of 60 orders from one address exactly 30 are placed',
    limited(async () => {
      const answers = await atOnce(60, () => call('place_order', { p: aNewOrder() }, '203.0.113.7'))
      expect(tally(answers)).toEqual({ '201': 30, '429 rate_limited': 30 })
      expect(await count('public.orders')).toBe(30)
    }),
  )

  test('one that is cancelled frees one place, for one of 20', async () => {
    const shippingAddress = { ...goodAddress, phone: '0300 1234567' }
    const open = await atOnce(5, async () => {
      const p = aNewOrder({ shippingAddress })
      await call('place_order', { p })
      return p.id
    })
    const [id = ''] = open
    expect(await move(id, { status: 'cancelled' })).toMatchObject({ status: 200 })
    const answers = await atOnce(20, () =>
      call('place_order', { p: aNewOrder({ shippingAddress }) }, '203.0.113.9'),
    )
    expect(tally(answers)).toEqual({ '201': 1, '429 too_many_orders': 19 })
  })
})
