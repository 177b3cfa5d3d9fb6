import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase, type Row, refusal } from '../../support/database.ts'

const { sql, call, act, place, setAge } = openDatabase()

const own = { id: 'own-rider', name: 'Our own rider' }
const call1 = { id: 'call', name: 'Call Courier', trackingUrl: 'https://cc.pk/t?cn={number}' }

test('rule 21.29: the couriers of before are there, with their ids and links', async () => {
  expect((await list()).map(({ id, active }) => [id, active])).toEqual([
    ['postex', true],
    ['blueex', true],
    ['leopards', true],
    ['tcs', true],
  ])
})

test('rule 21.29: an admin adds a courier, cleaned and last; one may have no link', async () => {
  const added = { ...call1, name: ' Call\u202e Courier ', sheet: 'postex', format: 'tcs' }
  expect((await change(added)).status).toBe(200)
  await change({ ...own, trackingUrl: ' ' })
  expect((await list()).slice(4)).toEqual([
    { ...call1, sheet: 'postex', format: 'tcs', active: true, version: 1 },
    { ...own, trackingUrl: null, sheet: 'custom', format: 'custom', active: true, version: 1 },
  ])
  expect(await change(own)).toEqual({ status: 409, body: await staleBody() })
})

test('rule 21.29: no two couriers have one name', async () => {
  for (const refused of [
    { ...own, name: 'postex' },
    { id: 'tcs', version: 1, name: 'PostEx' },
  ]) {
    expect(await change(refused)).toEqual(refusal(422, 'name_taken', 'name'))
  }
  expect((await change({ id: 'tcs', version: 1, name: 'tcs' })).status).toBe(200)
})

test('rule 21.29: a change names the version that it changes, and leaves the rest', async () => {
  expect((await change({ id: 'tcs', version: 1, name: 'TCS Express' })).status).toBe(200)
  expect(await change({ id: 'tcs', version: 1, active: false })).toEqual({
    status: 409,
    body: await staleBody(),
  })
  expect((await change({ id: 'tcs', version: 2, active: false })).status).toBe(200)
  expect((await list()).at(-1)).toEqual({
    id: 'tcs',
    name: 'TCS Express',
    trackingUrl: 'https://www.tcsexpress.com/track/{number}',
    sheet: 'custom',
    format: 'tcs',
    active: false,
    version: 3,
  })
})

test.each<[Row, string, string?]>([
  [{ id: 'new' }, 'required', 'name'],
  [{ ...own, name: ' ' }, 'required', 'name'],
  [{ ...own, name: 'x'.repeat(61) }, 'too_long', 'name'],
  [{ ...own, id: 'Own Rider' }, 'invalid'],
  [{ name: 'No id' }, 'invalid'],
  [{ ...own, sheet: 'T C S' }, 'invalid'],
  [{ ...own, format: '' }, 'invalid'],
  ...[
    'http://cc.pk/{number}',
    'https://cc.pk/track',
    'https://cc.pk',
    'https://localhost/{number}',
    'https://cc.pk/{number}/{number}',
    'https://user@cc.pk/{number}',
    'https://cc.pk/{number}"onclick=',
    'https://cc.pk/<{number}>',
    'javascript:alert(1)//https://cc.pk/{number}',
    'https://cc.pk/ {number}',
    'https://кк.pk/{number}',
  ].map((trackingUrl): [Row, string, string] => [
    { ...own, trackingUrl },
    'url_invalid',
    'trackingUrl',
  ]),
])('an invalid courier is refused: %j', async (p, code, field) => {
  expect(await change(p)).toEqual(refusal(422, code, field))
  expect(await list()).toHaveLength(4)
})

test('rule 21.29: the table itself takes no other link either', async () => {
  await expect(
    sql("update private.couriers set tracking_url = 'http://cc.pk/{number}' where id = 'tcs'"),
  ).rejects.toMatchObject({ code: '23514' })
})

test('rule 21.29: an order is booked with a courier of the list only', async () => {
  await place(anAttempt(1))
  const p = { id: 'NTH00001', version: 1, courier: 'pigeons' }
  expect((await act('book', p)).body).toMatchObject({ code: 'courier_invalid', field: 'courier' })
  expect((await act('batch', { id: '', courier: 'pigeons' })).body).toMatchObject({
    code: 'courier_invalid',
    field: 'courier',
  })
})

test('rule 21.29: an order has the name of its courier and the page of its number, hidden or not', async () => {
  await change(call1)
  await change({ id: 'call', version: 1, active: false })
  const { order } = await booked({ courier: 'call', trackingNumber: 'CC/1 2' })
  expect(order).toMatchObject({
    courier: 'call',
    courierName: 'Call Courier',
    trackingPage: 'https://cc.pk/t?cn=CC%2F1%202',
  })
  await change(own)
  expect((await booked({ courier: own.id }, 2)).order).toMatchObject({
    courierName: 'Our own rider',
    trackingPage: null,
  })
})

test('rule 6.6: a masked order has no page of its courier', async () => {
  await booked({ courier: 'tcs', trackingNumber: 'TCS 1' })
  await setAge('31 minutes')
  const { body } = await call(anonymous, 'get_order', { p_id: 'NTH00001' })
  expect(body['order']).toMatchObject({ courier: null, courierName: null, trackingPage: null })
})

async function change(p: Row) {
  return call(admin, 'admin_change_courier', { p })
}

async function list(): Promise<Row[]> {
  return (await call(admin, 'admin_couriers', {})).body['list'] as Row[]
}

async function staleBody() {
  return { ok: false, code: 'stale', couriers: await list() }
}

async function booked(change: Row, nth = 1): Promise<{ order: Row }> {
  await place(anAttempt(nth))
  const p = { id: `NTH0000${nth}`, version: 1, include: ASKED_REASONS, ...change }
  expect((await act('book', p)).body).toMatchObject({ ok: true })
  return (await call(admin, 'admin_order', { p_id: p.id })).body as { order: Row }
}
