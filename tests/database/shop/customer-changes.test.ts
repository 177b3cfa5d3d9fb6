/* Changing and cancelling an order by the token of its device, until it is booked. */
import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, anItem, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import {
  admin,
  anonymous,
  type DatabaseCaller,
  from,
  hasDesk,
  notFound,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { countOf, MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call, place, setAge, versionOf, book, readOrders, expectExactCounts, act, erase } =
  openDatabase()

const id = 'ABCDEFGH'
/** Counted per client, and per order. */
const customer = from('203.0.113.7')
const extras = { landmark: 'Near the mosque', secondPhone: '0301 7654321', riderNote: 'Ring twice' }
const street = { ...goodAddress, address: 'House 9, Street 2' }
const reason = 'changed_mind'
const tooManyChanges = refusal(429, 'too_many_changes')

beforeEach(() => place())

describe('the device of an order', () => {
  test('may change it as long as it is not booked, and nobody else may', async () => {
    expect(await mayChange(anonymous, { p_id: id, p_token: token })).toBe(true)
    expect(await mayChange(anonymous, { p_id: id })).toBe(false)
    expect((await call(admin, 'admin_order', { p_id: id })).body).toMatchObject({
      order: { mayChange: false },
    })
    await book(id, { trackingNumber: 'PX 1' })
    expect(await mayChange(anonymous, { p_id: id, p_token: token })).toBe(false)
  })

  test('changes address and extras, and every sum stays exact', async () => {
    const shippingAddress = { ...street, fullName: 'Aisha Khan', phone: '0301 1112223' }
    const { status, body } = await change({ shippingAddress, extras })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, order: { shippingAddress, ...extras, mayChange: true } })
    await expectExactCounts()
  })

  test('cancels it with a reason, and every sum stays exact', async () => {
    const { status, body } = await cancel({ reason, text: ' Sorry,\r\nnext month ' })
    expect(status).toBe(200)
    expect(body['order']).toMatchObject({
      status: 'cancelled',
      mayChange: false,
      cancellation: { reason, text: 'Sorry,\nnext month' },
      trackingHistory: [{ status: 'pending' }, { status: 'cancelled', by: 'customer' }],
    })
    await expectExactCounts()
  })

  test.each([{ reason }, { reason, text: '' }, { reason, text: ' \n' }])(
    'cancels it without a text: %j',
    async (given) => {
      const { body } = await cancel(given)
      expect(body['order']).toMatchObject({ cancellation: { reason, text: null } })
    },
  )

  test('is named in the log, with the fields that differ, old and new', async () => {
    await change({ shippingAddress: street, extras: { riderNote: 'Ring twice' } })
    await cancel({ reason, text: 'Too dear' })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body).toMatchObject({ order: { cancellation: { reason, text: 'Too dear' } } })
    const [{ before, after } = {}] = body['changes'] as { before?: Row; after?: Row }[]
    for (const { shippingAddress } of [before, after] as { shippingAddress: object }[])
      expect(Object.keys(shippingAddress)).toEqual(['address'])
    expect(body['changes']).toMatchObject([
      {
        actor: 'customer',
        before: { shippingAddress: { address: goodAddress.address }, extras: null },
        after: {
          shippingAddress: { address: street.address },
          extras: { riderNote: 'Ring twice' },
        },
      },
      { actor: 'customer', after: { cancelReason: reason, cancelText: 'Too dear' } },
      { actor: 'customer', before: { status: 'pending' }, after: { status: 'cancelled' } },
    ])
  })

  test('is not named in what happens next', async () => {
    await cancel({ reason })
    await sql("update public.orders set status = 'processing'")
    await book(id, { status: 'pending' })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body['order']).toMatchObject({
      cancellation: null,
      trackingHistory: [{}, { by: 'customer' }, { by: 'system' }, { by: 'admin' }],
    })
  })
})

describe.each(['change_order', 'cancel_order'])('%s', (name) => {
  const given = name === 'change_order' ? { shippingAddress: street } : { reason }

  test.each<[string, Row]>([
    ['another token', { token: `${token}!` }],
    ['no token', { token: undefined }],
    ['a token of null', { token: null }],
    ['the hash of the token', { token: 'c'.repeat(64) }],
    ['an unknown id', { id: 'NOSUCHID' }],
    ['number and phone', { token: goodAddress.phone }],
    ['a number', { token: 5 }],
    ['a list with the token', { token: [token] }],
  ])('A114 does nothing for %s', async (_, wrong) => {
    const before = await readOrders()
    expect(await request(name, { ...given, ...wrong })).toEqual(notFound)
    expect(await readOrders()).toEqual(before)
  })

  test('A114 does nothing for the token of another order', async () => {
    const other = anAttempt(1)
    await place(other)
    expect(await request(name, { ...given, token: other.token })).toEqual(notFound)
  })

  test.each<[string, Row]>([
    ...(hasDesk ? [['has a courier', { courier: 'postex' }] satisfies [string, Row]] : []),
    ['has a tracking number', { trackingNumber: 'PX 1' }],
    ['is shipped', { status: 'shipped' }],
    ['is cancelled', { status: 'cancelled' }],
  ])('is refused once the order %s, with the order', async (_, booking) => {
    await book(id, booking)
    const before = await readOrders()
    for (const version of [1, await versionOf(id)]) {
      const { status, body } = await request(name, { ...given, version })
      expect(status).toBe(409)
      expect(body).toMatchObject({ ok: false, code: 'booked', order: { id, mayChange: false } })
    }
    expect(await readOrders()).toEqual(before)
  })

  test.runIf(hasDesk)('is refused for an old version, with the order', async () => {
    await act('correct', { id, version: 1, shippingAddress: street })
    const before = await readOrders()
    const { status, body } = await request(name, { ...given, version: 1 })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'stale',
      order: { version: 2, shippingAddress: street, mayChange: true },
    })
    expect(await readOrders()).toEqual(before)
  })

  test('is refused without a version', async () => {
    const { body } = await request(name, { ...given, version: null })
    expect(body).toMatchObject({ code: 'bad_field', field: 'version' })
  })

  test('is refused by GET, and with another field', async () => {
    const byGet: DatabaseCaller = { ...customer, method: 'GET' }
    expect(await request(name, given, byGet)).toMatchObject({ status: 405 })
    for (const field of [
      'items',
      'total',
      'advance',
      'status',
      'courier',
      'trackingNumber',
      'phone',
    ]) {
      const { body } = await request(name, { ...given, [field]: 1 })
      expect(body).toMatchObject({ code: 'unknown_field', field })
    }
  })

  test('counts wrong tokens like unknown ids, 20 of a client', async () => {
    for (let nth = 1; nth <= 21; nth += 1) {
      const id = nth % 2 ? 'ABCDEFGH' : 'NOSUCHID'
      const response = await request(name, { ...given, id, token: 'x'.repeat(32) })
      expect(response).toEqual(nth <= 20 ? notFound : tooMany)
    }
    expect((await request(name, given)).status).toBe(200)
    expect(await countOf(sql, 'miss', '203.0.113.7')).toBe(21)
  })

  test('refuses the 11th change of an order, whoever sends it', async () => {
    await countChanges(9)
    expect((await request(name, given)).status).toBe(200)
    expect(await changesOf(id)).toBe(10)
    if (name === 'cancel_order') await sql("update public.orders set status = 'pending'")
    const before = await readOrders()
    expect(await request(name, given)).toEqual(tooManyChanges)
    expect(await request(name, given, anonymous)).toEqual(tooManyChanges)
    expect(await readOrders()).toEqual(before)
    expect(await changesOf(id)).toBe(10)
  })

  test('tells a retry of the tenth change what has become of the order', async () => {
    await countChanges(9)
    const first = { ...given, version: 1 }
    await request(name, first)
    const code = name === 'change_order' ? 'stale' : 'booked'
    expect((await request(name, first)).body).toMatchObject({ code, order: { id } })
  })

  test('limits refused ones of a client to 30, and hides from no device what became of its order', async () => {
    const wrong = name === 'change_order' ? { shippingAddress: 'Lahore' } : { reason: 'bored' }
    await setCount(sql, 'refused-change', '203.0.113.7', MAX_COUNTS['refused-change'] - 1)
    expect((await request(name, wrong)).status).toBe(422)
    expect(await request(name, wrong)).toEqual(tooMany)
    expect((await request(name, wrong, from('203.0.113.8'))).status).toBe(422)
    expect((await request(name, { ...given, version: 0 })).body).toMatchObject({ code: 'stale' })
    expect((await request(name, given)).status).toBe(200)
    await book(id, { status: 'shipped' })
    expect((await request(name, given)).body).toMatchObject({ code: 'booked' })
  })
})

// corrections.test.ts has what is no address and what are no extras.
test('a change of an erased order is refused', async () => {
  await book(id, { status: 'delivered' })
  await erase({ order: id })
  expect(await change({ shippingAddress: goodAddress })).toEqual(notFound)
})

describe('a cancellation', () => {
  test.each<[string, Row, string, string]>([
    ['no reason', {}, 'reason_invalid', 'reason'],
    ['an unknown reason', { reason: 'bored' }, 'reason_invalid', 'reason'],
    ['a list of reasons', { reason: [reason] }, 'reason_invalid', 'reason'],
    ['a long text', { reason, text: 'x'.repeat(301) }, 'too_long', 'text'],
    ['a number as text', { reason, text: 5 }, 'required', 'text'],
  ])('is refused with %s, and nothing changes', async (_, given, code, field) => {
    const before = await readOrders()
    expect(await cancel(given)).toEqual({ status: 422, body: { ok: false, code, field } })
    expect(await readOrders()).toEqual(before)
  })

  test('keeps lines, total and address', async () => {
    const { body } = await cancel({ reason })
    expect(body['order']).toMatchObject({ total: anItem().price, shippingAddress: goodAddress })
  })

  test('is not in the details of a masked order', async () => {
    await cancel({ reason, text: 'Sorry' })
    await setAge('1 hour')
    const { body } = await call(anonymous, 'get_order', { p_id: id })
    expect(body['order']).toMatchObject({ masked: true, status: 'cancelled', cancellation: null })
  })
})

async function change(given: Row) {
  return request('change_order', given)
}

async function cancel(given: Row) {
  return request('cancel_order', given)
}

async function request(name: string, given: Row, caller: DatabaseCaller = customer) {
  const p = { id, token, version: await versionOf(id), ...given }
  return call(caller, name, { p: JSON.stringify(p) })
}

async function countChanges(count: number) {
  await sql('update private.order_keys set changes = $1 where order_id = $2', [count, id])
}

async function changesOf(id: string) {
  const [row] = await sql('select changes from private.order_keys where order_id = $1', [id])
  return row?.['changes']
}

async function mayChange(caller: DatabaseCaller, values: Row) {
  const { body } = await call(caller, 'get_order', values)
  return (body['order'] as Row)['mayChange']
}
