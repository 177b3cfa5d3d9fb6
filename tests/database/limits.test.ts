import { describe, expect, test } from 'vitest'
import { goodAddress } from '../support/address-cases.ts'
import { admin, type Caller, openDatabase, visitor } from '../support/database.ts'
import { anAttempt, anOrderRequest } from '../support/order-request.ts'

const { asOwner, ask, call } = openDatabase()

const tooFast = { status: 429, body: { ok: false, code: 'rate_limited' } }

describe('one address places 30 orders in 10 minutes', () => {
  test('A66 the 31st is refused, and another address still places its own', async () => {
    await exhaust('203.0.113.7')
    expect(await place(31, from('203.0.113.7'))).toEqual(tooFast)
    expect(await place(32, from('203.0.113.8'))).toMatchObject({ status: 201 })
  })

  test('whoever is over the limit cannot learn which ids exist', async () => {
    await place(1, from('198.51.100.1'))
    await exhaust('203.0.113.7')
    const other = { token: 'another-device-with-its-own-token' }
    const existing = await call(from('203.0.113.7'), 'place_order', { p: anAttempt(1, other) })
    expect(existing).toEqual(tooFast)
  })

  test('a repeat of a saved order is not counted and not refused', async () => {
    await place(1, from('203.0.113.7'))
    await exhaust('203.0.113.7')
    expect(await place(1, from('203.0.113.7'))).toMatchObject({
      status: 200,
      body: { replay: true },
    })
  })

  test('what was refused was counted', async () => {
    const p = anAttempt(1, { total: 1 })
    for (let nth = 1; nth <= 30; nth += 1) await call(from('203.0.113.7'), 'place_order', { p })
    expect(await place(2, from('203.0.113.7'))).toEqual(tooFast)
  })

  test('the next window is free again', async () => {
    await exhaust('203.0.113.7')
    await asOwner("update private.limit_buckets set opened_at = opened_at - interval '10 minutes'")
    expect(await place(31, from('203.0.113.7'))).toMatchObject({ status: 201 })
  })

  async function exhaust(address: string) {
    await place(0, from(address))
    await asOwner('update private.limit_buckets set hits = 30 where name like $1', [`%${address}`])
  }
})

describe('a caller is counted by', () => {
  test.each<[fact: string, headers: Record<string, string>, counted: string]>([
    [
      'A106 the last hop, not what it says of itself',
      { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' },
      '2.2.2.2',
    ],
    ['a single hop', { 'x-forwarded-for': '2.2.2.2' }, '2.2.2.2'],
    [
      'the address that Cloudflare saw',
      { 'x-forwarded-for': '9.9.9.9', 'cf-connecting-ip': '3.3.3.3' },
      '3.3.3.3',
    ],
    [
      'the network of an IPv6 address',
      { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' },
      '2001:db8:1:2::/64',
    ],
    ['the IPv4 address inside an IPv6 one', { 'x-forwarded-for': '::ffff:2.2.2.2' }, '2.2.2.2'],
    ['nothing, when the last hop is no address', { 'x-forwarded-for': '2.2.2.2, junk' }, 'none'],
    ['nothing, when the last hop is empty', { 'x-forwarded-for': '2.2.2.2,' }, 'none'],
    ['nothing, without a header', {}, 'none'],
  ])('%s', async (_, headers, counted) => {
    await place(1, { ...visitor, headers })
    expect(await asOwner('select name, hits from private.limit_buckets')).toEqual([
      { name: `place ${counted}`, hits: 1 },
    ])
  })
})

describe('one phone has five open orders a day', () => {
  test('G05 the sixth is refused', async () => {
    await placeFive()
    expect(await placeFor('0300 1234567')).toEqual({
      status: 429,
      body: { ok: false, code: 'too_many_orders' },
    })
    expect(await asOwner('select count(*)::integer from public.orders')).toEqual([{ count: 5 }])
  })

  test.each(['+92 300 1234567', '0092-300-1234567', '۰۳۰۰۱۲۳۴۵۶۷', '(0300) 123 45 67'])(
    'written %s it is still that phone',
    async (phone) => {
      await placeFive()
      expect(await placeFor(phone)).toMatchObject({ status: 429 })
    },
  )

  test('another phone is free to order', async () => {
    await placeFive()
    expect(await placeFor('0300 7654321')).toMatchObject({ status: 201 })
  })

  test.each(['shipped', 'delivered', 'cancelled'])(
    'an order that is %s frees its place',
    async (status) => {
      await placeFive()
      await ask(admin, "update public.orders set status = $1 where id = 'PHONE001'", [status])
      expect(await placeFor('0300 1234567')).toMatchObject({ status: 201 })
    },
  )

  test('an order of yesterday is not counted', async () => {
    await placeFive()
    await asOwner(`
      update private.order_keys set placed_at = now() - interval '24 hours' where order_id = 'PHONE001'
    `)
    expect(await placeFor('0300 1234567')).toMatchObject({ status: 201 })
  })

  test('a repeat of the fifth gets its order', async () => {
    await placeFive()
    expect(await placeFor('0300 1234567', 5)).toMatchObject({ status: 200, body: { replay: true } })
  })

  async function placeFive() {
    for (const nth of [1, 2, 3, 4, 5]) await placeFor('0300 1234567', nth)
  }

  async function placeFor(phone: string, nth = 6) {
    const shippingAddress = { ...goodAddress, phone }
    const p = anOrderRequest({ id: `PHONE00${nth}`, shippingAddress })
    return call(visitor, 'place_order', { p })
  }
})

describe('counts are forgotten', () => {
  test('a call clears some of those that are older than a day', async () => {
    await fill(12)
    await place(1, visitor)
    expect(await countOld()).toBe(7)
  })

  test('G11 all old ones go at once when asked, and those of today stay', async () => {
    await fill(20_000)
    await place(1, visitor)
    await asOwner('select private.forget_buckets()')
    expect(await asOwner('select name from private.limit_buckets')).toEqual([
      { name: 'place none' },
    ])
  })

  async function fill(count: number) {
    await asOwner(
      `insert into private.limit_buckets (name, opened_at, hits)
       select 'old ' || number, now() - interval '25 hours', 1 from generate_series(1, $1) as number`,
      [count],
    )
  }

  async function countOld() {
    const [row] = await asOwner(
      "select count(*)::integer from private.limit_buckets where name like 'old %'",
    )
    return row?.['count']
  }
})

function from(address: string): Caller {
  return { ...visitor, headers: { 'x-forwarded-for': address } }
}

async function place(nth: number, caller: Caller) {
  return call(caller, 'place_order', { p: anAttempt(nth) })
}
