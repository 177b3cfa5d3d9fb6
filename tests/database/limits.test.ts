import { describe, expect, test } from 'vitest'
import { anAttempt, anOrderRequest } from '#tests/support/order-factories.ts'
import { goodAddress } from '../support/address-cases.ts'
import {
  admin,
  anonymous,
  type Caller,
  from,
  openDatabase,
  refusal,
  tooMany,
} from '../support/database.ts'
import { countedClients, countOf, letWindowPass, setCount } from '../support/limits.ts'

const { sql, queryAs, call, setAge } = openDatabase()

describe('one client places 30 orders in 10 minutes', () => {
  test('A66 the 31st is refused, and another client still places its own', async () => {
    await exhaust('203.0.113.7')
    expect(await place(31, from('203.0.113.7'))).toEqual(tooMany)
    expect(await place(32, from('203.0.113.8'))).toMatchObject({ status: 201 })
  })

  test('whoever is over the limit cannot learn which ids exist', async () => {
    await place(1, from('198.51.100.1'))
    await exhaust('203.0.113.7')
    const other = { token: 'another-device-with-its-own-token' }
    const existing = await call(from('203.0.113.7'), 'place_order', { p: anAttempt(1, other) })
    expect(existing).toEqual(tooMany)
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
    expect(await place(2, from('203.0.113.7'))).toEqual(tooMany)
  })

  test('the next window is free again', async () => {
    await exhaust('203.0.113.7')
    await letWindowPass(sql)
    expect(await place(31, from('203.0.113.7'))).toMatchObject({ status: 201 })
  })

  test('a request that is rolled back after it was counted stays counted', async () => {
    const p = anAttempt(1, { total: 1 })
    for (let nth = 1; nth <= 30; nth += 1) {
      const failing = queryAs(from('203.0.113.7'), failAfter('place_order(p => $1)'), [p])
      await expect(failing).rejects.toMatchObject({ code: '22P02' })
    }
    expect(await countOf(sql, 'place', '203.0.113.7')).toBe(30)
    expect(await place(2, from('203.0.113.7'))).toEqual(tooMany)
  })

  async function exhaust(address: string) {
    await setCount(sql, 'place', address, 30)
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
      'the client address that Cloudflare saw',
      { 'x-forwarded-for': '9.9.9.9', 'cf-connecting-ip': '3.3.3.3' },
      '3.3.3.3',
    ],
    [
      'the network of an IPv6 address',
      { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' },
      '2001:db8:1:2::/64',
    ],
    ['the IPv4 address inside an IPv6 one', { 'x-forwarded-for': '::ffff:2.2.2.2' }, '2.2.2.2'],
  ])('%s', async (_, headers, counted) => {
    await place(1, { ...anonymous, headers })
    expect(await countOf(sql, 'place', counted)).toBe(1)
    expect(await countedClients(sql)).toBe(1)
  })
})

test.each<[fact: string, headers: Record<string, string>]>([
  ['whose last hop is no IP address', { 'x-forwarded-for': '2.2.2.2, junk' }],
  ['whose last hop is empty', { 'x-forwarded-for': '2.2.2.2,' }],
  ['without a header', {}],
])('a caller %s is not counted together with all others of that kind', async (_, headers) => {
  await place(1, { ...anonymous, headers })
  await call({ ...anonymous, headers }, 'get_order', { p_id: 'MISSED01' })
  expect(await countedClients(sql)).toBe(0)
})

describe('an admin is told which client is counted', () => {
  test.each([
    [{ 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }, { address: '2.2.2.2', header: 'x-forwarded-for' }],
    [
      { 'x-forwarded-for': '9.9.9.9', 'cf-connecting-ip': '2001:db8::7' },
      { address: '2001:db8::/64', header: 'cf-connecting-ip' },
    ],
    [{ 'x-forwarded-for': 'junk' }, { address: null, header: 'x-forwarded-for' }],
    [{}, { address: null, header: null }],
  ])('%j', async (headers, body) => {
    const asked = { ...admin, headers: { ...headers } as Record<string, string> }
    expect(await call(asked, 'admin_client', {})).toEqual({ status: 200, body })
  })
})

describe('the counts', () => {
  test('of the 16 clients of a set, and of two purposes, are apart from each other', async () => {
    for (let nth = 1; nth <= 40; nth += 1) await setCount(sql, 'miss', `client ${nth}`, nth)
    for (let nth = 1; nth <= 40; nth += 1) {
      expect(await countOf(sql, 'miss', `client ${nth}`)).toBe(nth)
      expect(await countOf(sql, 'place', `client ${nth}`)).toBe(0)
    }
  })

  test('of a set that is full make room for one more: the lowest goes, the highest stay', async () => {
    await countOnce(1500, 'client')
    expect(await countedClients(sql)).toBe(512)
    await setCount(sql, 'place', '203.0.113.7', 30)
    await countOnce(1500, 'other client')
    expect(await place(31, from('203.0.113.7'))).toEqual(tooMany)
    expect(await place(32, from('203.0.113.8'))).toMatchObject({ status: 201 })
  })

  test('hold no IP address, and cannot be found without the salt', async () => {
    await place(1, from('203.0.113.7'))
    await sql("update private.limit_salt set salt = 'another' where only_row")
    expect(await countOf(sql, 'place', '203.0.113.7')).toBe(0)
  })

  async function countOnce(clients: number, name: string) {
    await sql(
      "select private.change_count('miss', $2 || nth, 1) from generate_series(1, $1) as nth",
      [clients, name],
    )
  }
})

describe('one phone has five open orders a day', () => {
  test('G05 the sixth is refused', async () => {
    await placeFive()
    expect(await placeFor('0300 1234567')).toEqual(refusal(429, 'too_many_orders'))
    expect(await sql('select count(*)::integer from public.orders')).toEqual([{ count: 5 }])
  })

  // tests/parity/phone.test.ts has every spelling.
  test('written in another way it is still that phone', async () => {
    await placeFive()
    expect(await placeFor('+92 (300) 123 45 67')).toMatchObject({ status: 429 })
  })

  test('another phone is free to order', async () => {
    await placeFive()
    expect(await placeFor('0300 7654321')).toMatchObject({ status: 201 })
  })

  test.each(['shipped', 'delivered', 'cancelled'])(
    'an order that is %s frees its place',
    async (status) => {
      await placeFive()
      await queryAs(admin, "update public.orders set status = $1 where id = 'PHONE001'", [status])
      expect(await placeFor('0300 1234567')).toMatchObject({ status: 201 })
    },
  )

  test('an order of yesterday is not counted', async () => {
    await placeFive()
    await setAge('1 day', 'PHONE001')
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
    return call(anonymous, 'place_order', { p })
  }
})

async function place(nth: number, caller: Caller) {
  return call(caller, 'place_order', { p: anAttempt(nth) })
}

/** What PostgREST makes of `select=`: an expression that fails after the function has returned. */
function failAfter(functionCall: string): string {
  return `select (called ->> 'code')::integer from public.${functionCall} as called`
}
