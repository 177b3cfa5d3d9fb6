/* Finding an order by its number and phone, and how guesses are limited. */
import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import {
  anonymous,
  attacker,
  byGet,
  from,
  notFound,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { countOf, letWindowPass, MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call, place, setAge, book, erase } = openDatabase()

const id = 'ABCDEFGH'
const { phone } = goodAddress
const client = '203.0.113.7'
const tooManyTries = refusal(429, 'too_many_tries')

beforeEach(async () => {
  await place()
  await setAge('400 days')
})

describe('number and phone that belong together', () => {
  test.each<[string, string]>([
    [id, phone],
    [' abcd-efgh ', phone],
    ['ab cd ef gh', '+92 300 1234567'],
    ['#ABCDEFGH', '0092-300-1234567'],
    [id, '٠٣٠٠١٢٣٤٥٦٧'],
    [id, '3001234567'],
  ])('find an old order in full, typed as %j and %j', async (id, phone) => {
    expect(await find({ id, phone })).toMatchObject({
      status: 200,
      body: { ok: true, order: { masked: false, shippingAddress: goodAddress } },
    })
  })

  test('A112 give no right to change the order', async () => {
    const { body } = await find({ id, phone })
    expect(body['order']).toMatchObject({ booked: false, mayChange: false })
    expect(JSON.stringify(body)).not.toContain(token)
    expect(await call(anonymous, 'get_order', { p_id: id })).toMatchObject({
      body: { order: { masked: true } },
    })
  })

  test('are not counted', async () => {
    for (let nth = 1; nth <= 25; nth += 1) {
      expect(await find({ id, phone })).toMatchObject({ body: { ok: true } })
    }
    expect(await countOf(sql, 'find', client)).toBe(0)
    expect(await triesAt(id)).toBe(0)
  })
})

describe('any other pair', () => {
  test.each<[string, Row]>([
    ['a wrong phone', { id, phone: '0300 7654321' }],
    ['a part of the phone', { id, phone: phone.slice(-7) }],
    ['no digits', { id, phone: '—' }],
    ['a phone that is a pattern', { id, phone: '%' }],
    ['an unknown number', { id: 'NOSUCHID', phone }],
    ['no number', { id: '', phone }],
    ['a number that is a pattern', { id: 'ABCDEFG%', phone }],
    ['a long number', { id: `${id}A`, phone }],
  ])('A112 is not found: %s', async (_, p) => {
    expect(await find(p)).toEqual(notFound)
  })

  // But for the count: an unknown number has no row for it. get_order() tells which ids exist in any case.
  test('calls the same functions, whether the number exists or not', async () => {
    await sql("set local track_functions = 'all'")
    // The count of a new row locks its order.
    await find({ id, phone: '0300 7654321' })
    const wrong = await workOf({ id, phone: '0300 7654321' })
    const unknown = await workOf({ id: 'NOSUCHID', phone: '0300 7654321' })
    expect(unknown).toEqual(wrong)
    expect(Object.keys(wrong)).toEqual(
      expect.arrayContaining(['private.change_count', 'private.try_phone', 'private.phone_key']),
    )
    expect(await workOf({ id, phone })).not.toEqual(wrong)
  })

  test('an erased order is found by no phone', async () => {
    await book(id, { status: 'delivered' })
    await erase({ order: id })
    for (const typed of [phone, '', '—', 'x']) {
      expect(await find({ id, phone: typed })).toEqual(notFound)
    }
  })
})

test.each<[string, unknown, number, Row]>([
  ['no object', [], 400, { code: 'bad_request' }],
  ['a number that is a number', { id: 5, phone }, 422, { code: 'bad_field', field: 'id' }],
  ['no phone', { id }, 422, { code: 'bad_field', field: 'phone' }],
  ['another field', { id, phone, token }, 400, { code: 'unknown_field', field: 'token' }],
  ['a long text', { id, phone: '0'.repeat(9000) }, 413, { code: 'too_large' }],
])('%s is refused', async (_, p, status, body) => {
  expect(await find(p)).toEqual({ status, body: { ok: false, ...body } })
})

test('A112 by GET no pair is looked up', async () => {
  for (const p of [
    { id, phone },
    { id: 'NOSUCHID', phone },
  ]) {
    expect(await find(p, byGet)).toEqual(refusal(405, 'use_post'))
  }
})

describe('guesses', () => {
  const guesses = Array.from({ length: 25 }, (_, nth) => `03000000${100 + nth}`)

  test('A113 of one client end after 20, also with the right pair; the token still opens the order', async () => {
    for (const [nth, guess] of guesses.entries()) {
      const response = await find({ id: anAttempt(nth).id, phone: guess })
      expect(response).toEqual(nth < 20 ? notFound : tooMany)
    }
    expect(await find({ id, phone })).toEqual(tooMany)
    const holder = { p_id: id, p_token: token }
    expect(await call(from(client), 'get_order', holder)).toMatchObject({ body: { ok: true } })
    expect(await find({ id, phone }, from('203.0.113.8'))).toMatchObject({ body: { ok: true } })
  })

  test('A113 at one order end after 10 of all clients, also with the right pair; its device reads it', async () => {
    for (const [nth, guess] of guesses.entries()) {
      const response = await find({ id, phone: guess }, from(`198.51.100.${nth}`))
      expect(response).toEqual(nth < 10 ? notFound : tooManyTries)
    }
    expect(await find({ id, phone }, from('203.0.113.8'))).toEqual(tooManyTries)
    const holder = { p_id: id, p_token: token }
    const read = await call(from('203.0.113.8'), 'get_order', holder)
    expect(read.body['ok']).toBe(true)
    expect(await limitReachedAt()).not.toBe(null)

    await letWindowPass(sql)
    expect(await find({ id, phone: guesses[0] })).toEqual(notFound)
    expect(await find({ id, phone })).toMatchObject({ body: { ok: true } })
    expect(await limitReachedAt()).not.toBe(null)
  })

  test('that are ten leave no mark at the order', async () => {
    for (const guess of guesses.slice(0, 10)) await find({ id, phone: guess }, anonymous)
    expect(await triesAt(id)).toBe(10)
    expect(await limitReachedAt()).toBe(null)
  })

  test('at an unknown number end with those of the client', async () => {
    for (const [nth, guess] of guesses.entries()) {
      const response = await find({ id: 'NOSUCHID', phone: guess })
      expect(response).toEqual(nth < 20 ? notFound : tooMany)
    }
    expect(await sql('select * from private.wrong_finds')).toEqual([])
  })

  test('stay counted whatever a caller does with orders of its own', async () => {
    for (const guess of guesses.slice(0, 10)) await find({ id, phone: guess }, anonymous)
    for (let nth = 1; nth <= 40; nth += 1) {
      const { id, token, shippingAddress } = anAttempt(nth)
      await place(anAttempt(nth), from('203.0.113.9'))
      const own = { p: { id, token, version: 1, reason: 'changed_mind' } }
      for (let sent = 0; sent < 3; sent += 1) await call(from('203.0.113.9'), 'cancel_order', own)
      await find({ id, phone: shippingAddress.phone }, from('203.0.113.9'))
    }
    expect(await find({ id, phone }, from('203.0.113.8'))).toEqual(tooManyTries)
  })

  test('at one order count in every form of its number', async () => {
    for (const typed of ['abcdefgh', 'ABCD EFGH', 'abcd-efgh']) {
      await find({ id: typed, phone: '0300 7654321' })
    }
    expect(await triesAt(id)).toBe(3)
  })

  test('of a client over its limit do not count for the order', async () => {
    await setCount(sql, 'find', client, MAX_COUNTS.find)
    for (const guess of guesses) expect(await find({ id, phone: guess })).toEqual(tooMany)
    expect(await sql('select * from private.wrong_finds')).toEqual([])
  })
})

test('a signed-in user without rights finds no more than anybody', async () => {
  const wrong = { id, phone: '0300 7654321' }
  expect(await find(wrong, attacker)).toEqual(await find(wrong))
})

function find(p: unknown, caller = from(client)) {
  return call(caller, 'find_order', { p: JSON.stringify(p) })
}

async function triesAt(id: string) {
  const [row] = await sql('select tries from private.wrong_finds where order_id = $1', [id])
  return row?.['tries']
}

async function limitReachedAt() {
  const [row] = await sql('select limit_reached_at from private.wrong_finds')
  return row?.['limit_reached_at']
}

/** Calls of functions during a lookup, by name. */
async function workOf(p: Row): Promise<Record<string, number>> {
  const before = await worked()
  await find(p)
  const after = await worked()
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, calls]) => [name, calls - (before[name] ?? 0)] as const)
      .filter(([, calls]) => calls > 0),
  )
}

async function worked(): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; calls: number }>(`
    select schemaname || '.' || funcname as name, calls::integer from pg_stat_xact_user_functions
    order by 1
  `)
  return Object.fromEntries(rows.map(({ name, calls }) => [name, calls]))
}
