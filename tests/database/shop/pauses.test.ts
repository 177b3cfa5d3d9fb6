import { describe, expect, test } from 'vitest'
import { anAttempt, anEntry, anItem, anOrderRequest } from '#tests/support/order-factories.ts'
import { admin, anonymous, from, hasDesk, openDatabase, refusal } from '../../support/database.ts'

const { sql, call, place, act } = openDatabase()

const [oil, pair] = [anItem(), anItem(1)]
const size = { id: oil.id, size: oil.size }
const shop = { id: '', size: '' }
const reason = 'The bottles are late'

const pause = (p: object) => call(admin, 'admin_pause', { p: { reason, ...p } })
const resume = (p: object) => call(admin, 'admin_resume', { p })
const shown = async () => (await call(anonymous, 'shop_pauses', {})).body['pauses']
const inDays = async (days: number) =>
  (await sql<{ day: string }>('select (private.shop_day(now()) + $1::int)::text as day', [days]))[0]
    ?.day

describe('rule 23.1: a size that is paused', () => {
  test('is in no new order, and the refusal names each such line', async () => {
    await pause(size)
    const items = [pair, oil]
    const { status, body } = await place(anOrderRequest({ items, total: pair.price + oil.price }))
    const named = [{ ...size, reason, until: null }]
    expect({ status, body }).toEqual({
      status: 422,
      body: { ok: false, code: 'item_paused', field: oil.id, items: named },
    })
    expect(await sql('select from public.orders')).toEqual([])
    expect((await place(anOrderRequest({ items: [pair], total: pair.price }))).status).toBe(201)
  })

  test('is sold again from the day on that was named, or when an admin resumes it', async () => {
    await pause({ ...size, until: await inDays(1) })
    expect(await shown()).toEqual([{ ...size, reason, until: await inDays(1) }])
    await sql('update private.pauses set until = private.shop_day(now()) where true')
    expect(await shown()).toEqual([])
    expect((await place(anAttempt(1))).status).toBe(201)

    await pause(size)
    expect((await resume(size)).body).toEqual({ ok: true, pauses: [] })
    expect((await place(anAttempt(2))).status).toBe(201)
  })

  test('stays in an order that was saved before, also when its attempt is sent again', async () => {
    await place(anAttempt(1))
    await pause(size)
    expect((await place(anAttempt(1))).body).toMatchObject({ ok: true, replay: true })
  })

  test.runIf(hasDesk)('is in an order that an admin enters', async () => {
    await pause(size)
    expect((await act('enter', anEntry())).body).toMatchObject({ ok: true })
  })

  test('does not count against the client', async () => {
    await pause(size)
    const client = from('203.0.113.23')
    for (let nth = 0; nth < 35; nth += 1)
      expect((await place(anAttempt(nth), client)).body['code']).toBe('item_paused')
  })
})

test('rule 23.2: a paused shop sells nothing, and says why in each line', async () => {
  await pause({ ...shop, reason: 'Back after Eid' })
  const { body } = await place(anAttempt(1))
  expect(body).toMatchObject({
    code: 'item_paused',
    items: [{ ...size, reason: 'Back after Eid' }],
  })
  await resume(shop)
  expect((await place(anAttempt(1))).status).toBe(201)
})

test('rule 23.1: the last of two devices decides', async () => {
  await pause(size)
  const { body } = await pause({ ...size, reason: 'Sold out', until: await inDays(3) })
  expect(body['pauses']).toEqual([{ ...size, reason: 'Sold out', until: await inDays(3) }])
})

test.each<[what: string, p: object, code: string, field: string]>([
  ['a size that is not in the catalogue', { id: oil.id, size: '5 litres' }, 'item_unknown', 'id'],
  ['a product without a size', { id: oil.id, size: '' }, 'item_unknown', 'id'],
  ['no reason', { ...size, reason: ' ' }, 'required', 'reason'],
  ['a reason of 101 characters', { ...size, reason: 'x'.repeat(101) }, 'too_long', 'reason'],
  ['a day in the past', { ...size, until: '2020-01-01' }, 'bad_field', 'until'],
  ['a day that is more than a year away', { ...size, until: '2096-01-01' }, 'bad_field', 'until'],
  ['a day that is none', { ...size, until: 'Eid' }, 'bad_field', 'until'],
])('rule 23.1: no pause has %s', async (_, p, code, field) => {
  expect(await pause(p)).toEqual(refusal(422, code, field))
  expect(await shown()).toEqual([])
})
