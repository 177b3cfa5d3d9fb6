/* Requests for help with a delivered order, and their state. */
import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt, token } from '#tests/support/order-factories.ts'
import {
  admin,
  anonymous,
  type DatabaseResponse,
  from,
  notFound,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { countOf } from '../../support/limits.ts'

const { sql, call, erase, place, withoutTriggers, setAge, book } = openDatabase({
  beginAlike: true,
})

const id = 'ABCDEFGH'
/** Counted per client, and per order. */
const customer = from('203.0.113.7')
const given = { kind: 'damaged', text: ' The bottle\r\nis broken ' }
const shown = { kind: 'damaged', text: 'The bottle\nis broken', state: 'open' }

beforeAll(async () => {
  await place()
  await book(id, { status: 'delivered' })
})

test('a request is saved, and customer and admin see it and its state', async () => {
  const { status, body } = await help(given)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ok: true, order: { id, request: shown } })
  const listed = await call(admin, 'admin_help_requests', {})
  expect(listed.body).toMatchObject({
    requests: [{ orderId: id, ...shown, order: { id, masked: false, stage: 'delivered' } }],
    open: 1,
    older: null,
  })
  for (const [state, unread] of [
    ['answered', 0],
    ['closed', 0],
    ['open', 1],
  ] as const) {
    expect((await setState(state)).body).toEqual({ ok: true, unread })
    expect((await call(admin, 'admin_unread_messages', {})).body).toEqual({ unread })
    expect((await call(admin, 'admin_dashboard', {})).body).toMatchObject({ openRequests: unread })
    const own = await call(anonymous, 'get_order', { p_id: id, p_token: token })
    expect(own.body).toMatchObject({ order: { request: { ...shown, state } } })
    const withHistory = await call(admin, 'admin_order', { p_id: id })
    expect(withHistory.body).toMatchObject({ order: { request: { state } } })
  }
})

test('a retry is no second request, and another request does not replace the first', async () => {
  await help(given)
  expect(await help(given)).toMatchObject({ status: 200, body: { order: { request: shown } } })
  expect(await help({ ...given, kind: 'wrong_item' })).toEqual(refusal(409, 'request_exists'))
  expect(await help({ ...given, text: 'Both' })).toEqual(refusal(409, 'request_exists'))
  expect(await sql('select kind, text from private.help_requests')).toHaveLength(1)
})

test('a request counts once as a change of its order, of which there are ten; a retry is told its outcome', async () => {
  await sql('update private.order_keys set changes = 9')
  expect((await help(given)).status).toBe(200)
  expect(await help(given)).toMatchObject({ status: 200, body: { order: { request: shown } } })
  expect(await sql('select changes from private.order_keys')).toEqual([{ changes: 10 }])
  await sql('delete from private.help_requests where true')
  expect(await help(given)).toEqual(refusal(429, 'too_many_changes'))
})

describe('the days of a request', () => {
  test('end with the third day of Karachi after the delivery', async () => {
    const [row] = await sql<{ seconds: number }>(`
      select extract(epoch from now() at time zone 'Asia/Karachi'
        - date_trunc('day', now() at time zone 'Asia/Karachi'))::float8 as seconds`)
    const untilMidnight = 3 * 86_400 + (row?.seconds ?? Number.NaN)
    await deliver(`${untilMidnight + 1} seconds`)
    expect(await help(given)).toEqual(refusal(409, 'too_late'))
    await deliver(`${untilMidnight - 1} seconds`)
    expect((await help(given)).status).toBe(200)
  })

  test.each([
    ['2 days', true],
    ['4 days', false],
  ])('are three: %s', async (age, isInTime) => {
    await deliver(age)
    expect(await help(given)).toMatchObject(isInTime ? { status: 200 } : refusal(409, 'too_late'))
  })

  test('begin with the delivery, not with a later tracking number', async () => {
    await withoutTriggers(`update public.orders set tracking_history = jsonb_build_array(
      jsonb_build_object('status', 'delivered', 'at', now() - interval '9 days', 'by', 'admin'),
      jsonb_build_object('status', 'delivered', 'at', now(), 'by', 'admin', 'trackingNumber', 'X')
    )`)
    expect(await help(given)).toEqual(refusal(409, 'too_late'))
  })

  test.each(['pending', 'shipped', 'cancelled'])('are none of a %s order', async (status) => {
    await book(id, { status })
    expect(await help(given)).toEqual(refusal(409, 'not_delivered'))
  })
})

test.each<[string, Row, DatabaseResponse]>([
  ['another token', { ...given, token: 'x'.repeat(32) }, notFound],
  ['an unknown id', { ...given, id: 'NOSUCHID' }, notFound],
  ['another kind', { ...given, kind: 'late' }, refusal(422, 'kind_invalid', 'kind')],
  ['a list of kinds', { ...given, kind: ['damaged'] }, refusal(422, 'kind_invalid', 'kind')],
  ['no text', { kind: 'damaged' }, refusal(422, 'required', 'text')],
  ['a blank text', { ...given, text: ' \n' }, refusal(422, 'required', 'text')],
  ['a long text', { ...given, text: 'x'.repeat(1001) }, refusal(422, 'too_long', 'text')],
  ['a state', { ...given, state: 'closed' }, refusal(400, 'unknown_field', 'state')],
])('a request with %s is refused', async (_, p, refusal) => {
  expect(await help(p)).toEqual(refusal)
  expect(await sql('select from private.help_requests')).toEqual([])
})

describe('by number and phone', () => {
  const phone = '+92 300-1234567'
  const wrongPhone = '0300 7654321'

  test('a request is saved as by its device, and the response is that of find_order()', async () => {
    const response = await byPhone({ id: ' #abcd efgh', ...given })
    expect(response).toMatchObject({ status: 200, body: { order: { request: shown } } })
    expect(response).toEqual(await call(customer, 'find_order', { p: { id, phone } }))
    expect(await byPhone(given)).toEqual(response)
    expect(await byPhone({ ...given, text: 'Both' })).toEqual(refusal(409, 'request_exists'))
    expect((await call(admin, 'admin_help_requests', {})).body).toMatchObject({
      requests: [{ orderId: id, ...shown }],
    })
  })

  test('neither a request nor its retries use up the changes of the device', async () => {
    for (let nth = 1; nth <= 12; nth += 1) expect((await byPhone(given)).status).toBe(200)
    expect(await sql('select changes from private.order_keys')).toEqual([{ changes: 0 }])
    await sql('delete from private.help_requests where true')
    await sql('update private.order_keys set changes = 10')
    expect((await byPhone(given)).status).toBe(200)
  })

  test('a wrong phone gets what an unknown number gets, and counts with the tries to find the order', async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      expect(await byPhone({ ...given, phone: wrongPhone })).toEqual(notFound)
      expect(await byPhone({ ...given, id: 'NOSUCHID', phone: wrongPhone })).toEqual(notFound)
      await call(anonymous, 'find_order', { p: { id, phone: wrongPhone } })
    }
    expect(await byPhone(given)).toEqual(refusal(429, 'too_many_tries'))
    expect((await help(given)).status).toBe(200)
  })

  test('20 wrong tries of a client are the last', async () => {
    for (let nth = 1; nth <= 20; nth += 1)
      expect(await byPhone({ ...given, id: anAttempt(nth).id })).toEqual(notFound)
    expect(await byPhone(given)).toEqual(tooMany)
    expect((await help(given)).status).toBe(200)
  })

  test('a right pair counts as no try, and 30 refused requests of a client are the last', async () => {
    for (let nth = 1; nth <= 31; nth += 1) {
      const response = await byPhone({ ...given, kind: 'late' })
      expect(response).toEqual(nth > 30 ? tooMany : refusal(422, 'kind_invalid', 'kind'))
    }
    expect(await countOf(sql, 'find', '203.0.113.7')).toBe(0)
    expect((await byPhone(given)).status).toBe(200)
  })

  test('an order that is not delivered, or was erased, has none', async () => {
    await book(id, { status: 'shipped' })
    expect(await byPhone(given)).toEqual(refusal(409, 'not_delivered'))
    await book(id, { status: 'delivered' })
    await erase({ order: id })
    for (const typed of [phone, '', '—']) {
      expect(await byPhone({ ...given, phone: typed })).toEqual(notFound)
    }
  })

  test.each<[string, Row, DatabaseResponse]>([
    ['a token', { token }, refusal(400, 'unknown_field', 'token')],
    ['a phone that is none', { phone: 3001234567 }, refusal(422, 'bad_field', 'phone')],
    ['a list of phones', { phone: [phone] }, refusal(422, 'bad_field', 'phone')],
    ['an id that is none', { id: null }, refusal(422, 'bad_field', 'id')],
  ])('%s is refused', async (_, p, refusal) => {
    expect(await byPhone({ ...given, ...p })).toEqual(refusal)
    expect(await sql('select from private.help_requests')).toEqual([])
  })

  function byPhone(p: Row) {
    return call(customer, 'request_help', { p: { id, phone, ...p } })
  }
})

test('a request does not show on a masked order', async () => {
  await help(given)
  await setAge('1 hour')
  const { body } = await call(anonymous, 'get_order', { p_id: id })
  expect(body['order']).toMatchObject({ masked: true, request: null })
})

test('requests are listed by state in pages, newest first', async () => {
  for (let nth = 1; nth <= 27; nth += 1) {
    await place(anAttempt(nth))
    await sql(
      'insert into private.help_requests (order_id, kind, text, state) values ($1, $2, $3, $4)',
      [anAttempt(nth).id, 'damaged', String(nth), nth === 3 ? 'closed' : 'open'],
    )
  }
  const first = (await call(admin, 'admin_help_requests', { p: { state: 'open' } })).body
  expect(texts(first)).toEqual(
    Array.from({ length: 25 }, (_, nth) => 27 - nth)
      .filter((n) => n !== 3)
      .map(String)
      .concat('2'),
  )
  const second = await page({ state: 'open', older: first['older'] })
  expect(second).toMatchObject({ open: 26, older: null })
  expect(texts(second)).toEqual(['1'])
  expect(texts(await page({ state: 'closed' }))).toEqual(['3'])

  async function page(p: Row): Promise<Row> {
    return (await call(admin, 'admin_help_requests', { p })).body
  }
})

test.each<[string, Row, DatabaseResponse]>([
  ['an unknown id', { id: 'NOSUCHID', state: 'closed' }, notFound],
  ['no id', { state: 'closed' }, notFound],
  ['an unknown state', { id, state: 'lost' }, refusal(422, 'bad_field', 'state')],
  ['a list of states', { id, state: ['closed'] }, refusal(422, 'bad_field', 'state')],
  ['no state', { id }, refusal(422, 'bad_field', 'state')],
])('the state is not set with %s', async (_, p, refusal) => {
  await help(given)
  expect(await call(admin, 'admin_mark_help_request', { p })).toEqual(refusal)
})

function help(p: Row) {
  return call(customer, 'request_help', { p: { id, token, ...p } })
}

/** Sets when the order was delivered. The database writes the history itself. */
async function deliver(age: string) {
  await withoutTriggers(
    `update public.orders set tracking_history = jsonb_set(
       tracking_history, '{-1,at}', to_jsonb(now() - $1::interval))`,
    [age],
  )
}

async function setState(state: string) {
  return call(admin, 'admin_mark_help_request', { p: { id, state } })
}

function texts(body: Row) {
  return (body['requests'] as { text: string }[]).map(({ text }) => text)
}
