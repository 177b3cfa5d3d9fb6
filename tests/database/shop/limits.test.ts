import { describe, expect, test } from 'vitest'
import { anAttempt, anItem, token } from '#tests/support/order-factories.ts'
import {
  admin,
  anonymous,
  type DatabaseCaller,
  from,
  openDatabase,
  refusal,
  tooMany,
} from '../../support/database.ts'
import {
  countedClients,
  countOf,
  fillCounts,
  letWindowPass,
  MAX_COUNTS,
  savedBy,
  setCount,
} from '../../support/limits.ts'

const { sql, queryAs, call } = openDatabase()

const client = '203.0.113.7'
const WRONG_TOTAL = refusal(422, 'total_mismatch')

describe('one client has 30 refused orders in 10 minutes', () => {
  test('A66 the 31st is limited, and a valid one still goes through', async () => {
    for (let nth = 1; nth <= 30; nth += 1) expect(await refuse()).toEqual(WRONG_TOTAL)
    expect(await refuse()).toEqual(tooMany)
    expect(await place(1)).toMatchObject({ status: 201 })
    expect(await refuse(from('203.0.113.8'))).toEqual(WRONG_TOTAL)
  })

  test('valid orders count for none of them, nor does a retry', async () => {
    for (let nth = 1; nth <= 35; nth += 1) expect((await place(nth)).status).toBe(201)
    expect(await place(1)).toMatchObject({ status: 200, body: { replay: true } })
    expect(await refuse()).toEqual(WRONG_TOTAL)
    expect(await countOf(sql, 'refused', client)).toBe(1)
    expect(await savedBy(sql, client)).toBe(35)
  })

  test('A32 an old price is told with what the lines cost now, beyond the limit too', async () => {
    await exhaust()
    const { id, size, price } = anItem()
    const items = [{ ...anItem(0, 2), price: price - 1 }, anItem(1)]
    const total = price * 2 + anItem(1).price
    expect(await call(from(client), 'place_order', { p: anAttempt(1, { items, total }) })).toEqual({
      status: 422,
      body: {
        ok: false,
        code: 'price_changed',
        field: id,
        items: [
          { id, size, price },
          { id: items[1]?.id, size: items[1]?.size, price: items[1]?.price },
        ],
        total,
      },
    })
  })

  test('A61 beyond it nobody learns which ids exist, not by an old price either', async () => {
    await place(1)
    await exhaust()
    for (const [change, code] of [
      [{ total: 1 }, 'rate_limited'],
      [{ items: [{ ...anItem(), price: 1 }], total: 1 }, 'price_changed'],
    ] as const) {
      for (const nth of [1, 2]) {
        const p = anAttempt(nth, { token: 'another-device-with-its-own-token', ...change })
        expect((await call(from(client), 'place_order', { p })).body['code']).toBe(code)
      }
    }
  })

  test('its own device is told that the attempt was another order', async () => {
    await place(1)
    await exhaust()
    const { token } = anAttempt(1)
    const p = { ...anAttempt(2), id: anAttempt(1).id, token }
    const response = await call(from(client), 'place_order', { p })
    expect(response).toEqual(refusal(422, 'attempt_reused'))
  })

  test('the next window is free again', async () => {
    await exhaust()
    await letWindowPass(sql)
    expect(await refuse()).toEqual(WRONG_TOTAL)
  })

  test('a window is ten minutes of the clock', async () => {
    const seconds = 'extract(epoch from now()) - 600 * private.window_number()'
    const [row] = await sql(`select ${seconds} >= 0 and ${seconds} < 600 as is_open`)
    expect(row?.['is_open']).toBe(true)
  })

  // So does every other count of a client.
  test('a request that is rolled back after it was counted stays counted', async () => {
    const p = anAttempt(1, { total: 1 })
    for (let nth = 1; nth <= 30; nth += 1) {
      const failing = queryAs(from(client), failAfter('place_order(p => $1)'), [p])
      await expect(failing).rejects.toMatchObject({ code: '22P02' })
    }
    expect(await refuse()).toEqual(tooMany)
  })
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
    await refuse({ ...anonymous, headers })
    expect(await savedBy(sql, counted)).toBe(1)
    expect(await countOf(sql, 'refused', counted)).toBe(1)
    // Its order and its refusal.
    expect(await countedClients(sql)).toBe(2)
  })
})

test.each<[fact: string, headers: Record<string, string>]>([
  ['whose last hop is no IP address', { 'x-forwarded-for': '2.2.2.2, junk' }],
  ['whose last hop is empty', { 'x-forwarded-for': '2.2.2.2,' }],
  ['without a header', {}],
])('a caller %s is not counted together with all others of that kind', async (_, headers) => {
  const caller = { ...anonymous, headers }
  await place(1, caller)
  expect(await refuse(caller)).toEqual(WRONG_TOTAL)
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
      expect(await countOf(sql, 'refused', `client ${nth}`)).toBe(0)
    }
  })

  test('reach 511 and no further', async () => {
    await setCount(sql, 'refused', client, 511)
    expect(await refuse()).toEqual(tooMany)
    expect(await countOf(sql, 'refused', client)).toBe(511)
  })

  test('of a set without room: the lowest goes, one at its limit stays', async () => {
    await countOnce('client')
    expect(await countedClients(sql)).toBe(512)
    await setCount(sql, 'refused', client, 2)
    await countOnce('later client')
    expect(await countOf(sql, 'refused', client)).toBe(2)
    await setCount(sql, 'refused', client, MAX_COUNTS.refused)
    for (const purpose of ['message', 'miss'] as const) {
      await sql(
        'select private.change_count($1, $2 || nth, 29, 300) from generate_series(1, 1500) nth',
        [purpose, 'other'],
      )
    }
    expect(await refuse()).toEqual(tooMany)
  })

  test('where all are at their limit, none is replaced: guessing is closed, ordering is open', async () => {
    await place(1)
    await fillCounts(sql)
    const counts = await savedCounts()
    expect(await countOf(sql, 'miss', client)).toBe(null)

    const asked = from(client)
    expect(await call(asked, 'get_order', { p_id: 'MISSED01' })).toEqual(tooMany)
    expect(await call(asked, 'get_order', { p_id: anAttempt(1).id })).toEqual(tooMany)
    const find = { p: { id: anAttempt(1).id, phone: '0300 7654321' } }
    expect(await call(asked, 'find_order', find)).toEqual(tooMany)
    expect(await refuse()).toEqual(tooMany)

    const own = { p_id: anAttempt(1).id, p_token: `${token}00001` }
    expect(await call(asked, 'get_order', own)).toMatchObject({ body: { ok: true } })
    expect(await place(2)).toMatchObject({ status: 201 })
    expect(await savedCounts()).toEqual(counts)
    await letWindowPass(sql)
    expect(await refuse()).toEqual(WRONG_TOTAL)
  })

  test('hold no IP address, and cannot be found without the salt', async () => {
    await place(1)
    await refuse()
    await sql("update private.limit_salt set salt = 'another' where only_row")
    expect(await countOf(sql, 'refused', client)).toBe(0)
    expect(await savedBy(sql, client)).toBe(0)
  })

  /** By more clients than there is room for. */
  function countOnce(name: string) {
    const clients = 'generate_series(1, 1500) as nth'
    return sql(`select private.change_count('message', $1 || nth, 1, 300) from ${clients}`, [name])
  }

  /** Without those that are not used yet. */
  function savedCounts() {
    return sql(`
      select sequencename, last_value from pg_sequences
      where schemaname = 'private' and sequencename like 'limit\\_%' and last_value & 511 > 0
      order by 1
    `)
  }
})

function exhaust() {
  return setCount(sql, 'refused', client, MAX_COUNTS.refused)
}

/** A request that is refused whoever sends it. */
function refuse(caller: DatabaseCaller = from(client)) {
  return call(caller, 'place_order', { p: anAttempt(99, { total: 1 }) })
}

function place(nth: number, caller: DatabaseCaller = from(client)) {
  return call(caller, 'place_order', { p: anAttempt(nth) })
}

/** An expression that fails after the function has returned. */
function failAfter(functionCall: string): string {
  return `select (called ->> 'code')::integer from public.${functionCall} as called`
}
